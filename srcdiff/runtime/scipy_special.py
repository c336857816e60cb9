"""The functions of scipy.special that compiled code calls in SciPy itself, by the letters of
their arguments: d for a double, l for a long."""

from __future__ import annotations

from srcdiff.runtime.external import external

# the gamma function and its relatives
gamma = external("gamma", "d")
gammaln = external("gammaln", "d")
rgamma = external("rgamma", "d")
beta = external("beta", "dd")
betaln = external("betaln", "dd")
binom = external("binom", "dd")
poch = external("poch", "dd")

# error functions
erfcx = external("erfcx", "d")
erfi = external("erfi", "d")
erfinv = external("erfinv", "d")
erfcinv = external("erfcinv", "d")
dawsn = external("dawsn", "d")
log_ndtr = external("log_ndtr", "d")
ndtri = external("ndtri", "d")
owens_t = external("owens_t", "dd")

# probabilities
gammainc = external("gammainc", "dd")
gammaincc = external("gammaincc", "dd")
gammaincinv = external("gammaincinv", "dd")
gammainccinv = external("gammainccinv", "dd")
betainc = external("betainc", "ddd")
betaincinv = external("betaincinv", "ddd")
chdtr = external("chdtr", "dd")
chdtrc = external("chdtrc", "dd")
pdtr = external("pdtr", "dd")
pdtrc = external("pdtrc", "dd")
stdtr = external("stdtr", "dd")
stdtrit = external("stdtrit", "dd")

# Bessel functions
j0 = external("j0", "d")
j1 = external("j1", "d")
y0 = external("y0", "d")
y1 = external("y1", "d")
i0 = external("i0", "d")
i1 = external("i1", "d")
k0 = external("k0", "d")
k1 = external("k1", "d")
i0e = external("i0e", "d")
i1e = external("i1e", "d")
k0e = external("k0e", "d")
k1e = external("k1e", "d")
jv = external("jv", "dd")
yv = external("yv", "dd")
iv = external("iv", "dd")
kv = external("kv", "dd")
ive = external("ive", "dd")
kve = external("kve", "dd")
struve = external("struve", "dd")
modstruve = external("modstruve", "dd")

# elliptic and hypergeometric functions
ellipk = external("ellipk", "d")
ellipkm1 = external("ellipkm1", "d")
ellipe = external("ellipe", "d")
ellipkinc = external("ellipkinc", "dd")
ellipeinc = external("ellipeinc", "dd")
hyp0f1 = external("hyp0f1", "dd")
hyp1f1 = external("hyp1f1", "ddd")
hyp2f1 = external("hyp2f1", "dddd")

# integrals
spence = external("spence", "d")
expi = external("expi", "d")
exp1 = external("exp1", "d")
expn = external("expn", "ld")
wrightomega = external("wrightomega", "d")

# elementary functions
cosm1 = external("cosm1", "d")
exp10 = external("exp10", "d")

# orthogonal polynomials
eval_legendre = external("eval_legendre", "ld")
eval_chebyt = external("eval_chebyt", "ld")
eval_chebyu = external("eval_chebyu", "ld")
eval_laguerre = external("eval_laguerre", "ld")
eval_genlaguerre = external("eval_genlaguerre", "ldd")
eval_gegenbauer = external("eval_gegenbauer", "ldd")
eval_jacobi = external("eval_jacobi", "lddd")
