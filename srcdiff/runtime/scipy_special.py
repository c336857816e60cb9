"""The functions of scipy.special that compiled code calls in SciPy itself."""

from __future__ import annotations

from srcdiff.runtime.external import external

# the gamma function and its relatives
gamma = external("gamma")
gammaln = external("gammaln")
rgamma = external("rgamma")
beta = external("beta")
betaln = external("betaln")
binom = external("binom")
poch = external("poch")

# error functions
erfcx = external("erfcx")
erfi = external("erfi")
erfinv = external("erfinv")
erfcinv = external("erfcinv")
dawsn = external("dawsn")
log_ndtr = external("log_ndtr")
ndtri = external("ndtri")
owens_t = external("owens_t")

# probabilities
gammainc = external("gammainc")
gammaincc = external("gammaincc")
gammaincinv = external("gammaincinv")
gammainccinv = external("gammainccinv")
betainc = external("betainc")
betaincinv = external("betaincinv")
chdtr = external("chdtr")
chdtrc = external("chdtrc")
pdtr = external("pdtr")
pdtrc = external("pdtrc")
stdtr = external("stdtr")
stdtrit = external("stdtrit")

# Bessel functions
j0 = external("j0")
j1 = external("j1")
y0 = external("y0")
y1 = external("y1")
i0 = external("i0")
i1 = external("i1")
k0 = external("k0")
k1 = external("k1")
i0e = external("i0e")
i1e = external("i1e")
k0e = external("k0e")
k1e = external("k1e")
jv = external("jv")
yv = external("yv")
iv = external("iv")
kv = external("kv")
ive = external("ive")
kve = external("kve")
struve = external("struve")
modstruve = external("modstruve")

# elliptic and hypergeometric functions
ellipk = external("ellipk")
ellipkm1 = external("ellipkm1")
ellipe = external("ellipe")
ellipkinc = external("ellipkinc")
ellipeinc = external("ellipeinc")
hyp0f1 = external("hyp0f1")
hyp1f1 = external("hyp1f1")
hyp2f1 = external("hyp2f1")

# integrals
spence = external("spence")
expi = external("expi")
exp1 = external("exp1")
expn = external("expn")
wrightomega = external("wrightomega")

# elementary functions
cosm1 = external("cosm1")
exp10 = external("exp10")

# orthogonal polynomials
eval_legendre = external("eval_legendre")
eval_chebyt = external("eval_chebyt")
eval_chebyu = external("eval_chebyu")
eval_laguerre = external("eval_laguerre")
eval_genlaguerre = external("eval_genlaguerre")
eval_gegenbauer = external("eval_gegenbauer")
eval_jacobi = external("eval_jacobi")
