"""Random programs of idioms, as people write them, and a judge that asks srcdiff nothing.

    python -m tests.idioms --count 1000 --seed 0 [--compiled] [--mode all] [--failures FOLDER]

| module | what it does |
|---|---|
| catalogue/ | the idioms, as tables of templates |
| template | how templates are written and read |
| scope, expressions, compose | fill the holes; nest and combine on shared variables |
| program | the whole program, with arguments |
| differences | the derivative of the plain function, or why it cannot be judged |
| exact | an external judge, where one is given |
| judge | one program against it, in one mode or in all |
| workers | many programs in processes that may crash or hang |
| reduce | make a failing program small |
| table | how often each idiom is refused |
"""
