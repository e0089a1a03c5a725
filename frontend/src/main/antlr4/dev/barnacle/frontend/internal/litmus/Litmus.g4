/** Litmus tests in C and OpenCL C, from the initial state on; what stands before is blanked out. */
grammar Litmus;

test
    : init thread+ placement* tail EOF
    ;

placement
    : SCOPES COLON? scopeTree+                                      # scopePlacement
    | REGIONS COLON? region (COMMA region)*                         # regionPlacement
    ;

scopeTree
    : LPAR NAME scopeTree* RPAR
    | LPAR scopeTree+ RPAR
    | PROC
    ;

region
    : NAME COLON (NAME | QUALIFIER)
    ;

init
    : LBRACE initItem? (SEMI initItem?)* RBRACE
    ;

initItem
    : specifier* pointerTo* initTarget (LBRACK INT? RBRACK)? (ASSIGN initValue)?
    ;

initTarget
    : LBRACK NAME RBRACK
    | NAME
    | owner COLON NAME
    ;

owner
    : INT
    | PROC
    ;

initValue
    : LBRACE initScalar (COMMA initScalar)* COMMA? RBRACE
    | initScalar
    ;

initScalar
    : MINUS? INT
    | AND? NAME (LBRACK INT RBRACK)?
    | NAME LPAR MINUS? INT RPAR
    ;

thread
    : specifier* STAR* PROC (AT scopeItem (COMMA scopeItem)*)? LPAR (parameter (COMMA parameter)*)? RPAR block
    ;

scopeItem
    : NAME INT
    ;

parameter
    : specifier+ pointerTo* NAME (LBRACK INT? RBRACK)?
    ;

pointerTo
    : STAR (QUALIFIER | ATOMIC)*
    ;

specifier
    : TYPE
    | QUALIFIER
    | ATOMIC LPAR specifier+ pointerTo* RPAR
    | ATOMIC
    ;

block
    : LBRACE statement* RBRACE
    ;

statement
    : block                                                              # blockStatement
    | IF LPAR expression RPAR statement (ELSE statement)?                # ifStatement
    | WHILE LPAR expression RPAR statement                               # whileStatement
    | DO statement WHILE LPAR expression RPAR SEMI                       # doStatement
    | FOR LPAR (declaration | expression? SEMI) test_=expression? SEMI step=expression? RPAR statement  # forStatement
    | SWITCH LPAR expression RPAR LBRACE switchItem* RBRACE               # switchStatement
    | BREAK SEMI                                                         # breakStatement
    | CONTINUE SEMI                                                      # continueStatement
    | RETURN expression? SEMI                                            # returnStatement
    | NAME COLON statement                                               # labelledStatement
    | declaration                                                        # declarationStatement
    | expression? SEMI                                                   # expressionStatement
    ;

switchItem
    : CASE MINUS? INT COLON
    | DEFAULT COLON
    | statement
    ;

declaration
    : specifier+ declarator (COMMA declarator)* SEMI
    ;

declarator
    : pointerTo* NAME (LBRACK INT RBRACK)? (ASSIGN (expression | initialisers))?
    ;

initialisers
    : LBRACE (expression (COMMA expression)* COMMA?)? RBRACE
    ;

expression
    : NAME LPAR (expression (COMMA expression)*)? RPAR                   # callExpression
    | expression LBRACK expression RBRACK                                # indexExpression
    | expression op=(INCREMENT | DECREMENT)                              # postfixExpression
    | op=(INCREMENT | DECREMENT) expression                              # prefixExpression
    | op=(MINUS | PLUS | NOT | TILDE | STAR | AND) expression            # unaryExpression
    | LPAR specifier+ pointerTo* RPAR expression                 # castExpression
    | expression op=(STAR | SLASH | PERCENT) expression                  # binaryExpression
    | expression op=(PLUS | MINUS) expression                            # binaryExpression
    | expression op=(SHL | SHR) expression                               # binaryExpression
    | expression op=(LT | GT | LE | GE) expression                       # binaryExpression
    | expression op=(EQ | NE) expression                                 # binaryExpression
    | expression op=AND expression                                       # binaryExpression
    | expression op=XOR expression                                       # binaryExpression
    | expression op=OR expression                                        # binaryExpression
    | expression op=ANDAND expression                                    # logicalExpression
    | expression op=OROR expression                                      # logicalExpression
    | <assoc=right> expression QUESTION expression COLON expression      # conditionalExpression
    | <assoc=right> expression op=(ASSIGN | ASSIGN_OP) expression        # assignExpression
    | NAME                                                               # nameExpression
    | INT                                                                # numberExpression
    | (TRUE | FALSE)                                                     # truthExpression
    | LPAR expression RPAR                                               # parenthesisedExpression
    ;

tail
    : (LOCATIONS LBRACK (observed (SEMI observed)* SEMI?)? RBRACK)? (FILTER proposition)? constraint? SEMI?
      (WITH kind (SEMI kind)* SEMI?)?
    ;

kind
    : NAME COLON (EXISTS | FORALL | TILDE EXISTS)
    ;

observed
    : reference (TYPE | STAR | NAME)*
    ;

constraint
    : (EXISTS | TILDE EXISTS | NOT_WORD EXISTS | FORALL | FINAL)? proposition
    ;

proposition
    : TRUE                                                  # trueProposition
    | FALSE                                                 # falseProposition
    | reference op=(ASSIGN | EQ | NE) propositionValue      # atomProposition
    | op=(TILDE | NOT_WORD | NOT) proposition               # notProposition
    | proposition op=(CONJUNCTION | ANDAND) proposition     # andProposition
    | proposition op=(DISJUNCTION | OROR) proposition       # orProposition
    | <assoc=right> proposition IMPLIES proposition         # impliesProposition
    | LPAR proposition RPAR                                 # parenthesisedProposition
    | LPAR RPAR                                             # trueProposition
    ;

propositionValue
    : MINUS? INT
    | LBRACE MINUS? INT (COMMA MINUS? INT)* RBRACE
    | reference
    | AND NAME (LBRACK INT RBRACK)?
    ;

reference
    : owner COLON NAME (LBRACK INT RBRACK)?
    | LBRACK NAME RBRACK
    | STAR? NAME (LBRACK INT RBRACK)?
    ;

IF : 'if' ;
ELSE : 'else' ;
WHILE : 'while' ;
DO : 'do' ;
FOR : 'for' ;
SWITCH : 'switch' ;
CASE : 'case' ;
DEFAULT : 'default' ;
BREAK : 'break' ;
CONTINUE : 'continue' ;
RETURN : 'return' ;
LOCATIONS : 'locations' ;
FILTER : 'filter' ;
EXISTS : 'exists' ;
FORALL : 'forall' ;
FINAL : 'final' ;
WITH : 'with' ;
TRUE : 'true' ;
FALSE : 'false' ;
NOT_WORD : 'not' ;
SCOPES : 'scopeTree' | 'scopes' ;
REGIONS : 'regions' ;
ATOMIC : '_Atomic' ;
TYPE
    : 'void' | 'bool' | '_Bool' | 'char' | 'uchar' | 'short' | 'ushort' | 'int' | 'uint' | 'long' | 'ulong'
    | 'signed' | 'unsigned' | 'size_t' | 'ptrdiff_t' | 'intptr_t' | 'uintptr_t' | 'float' | 'double'
    | 'int8_t' | 'uint8_t' | 'int16_t' | 'uint16_t' | 'int32_t' | 'uint32_t' | 'int64_t' | 'uint64_t'
    | 'atomic_bool' | 'atomic_char' | 'atomic_uchar' | 'atomic_short' | 'atomic_ushort' | 'atomic_int'
    | 'atomic_uint' | 'atomic_long' | 'atomic_ulong' | 'atomic_size_t' | 'atomic_ptrdiff_t'
    | 'atomic_intptr_t' | 'atomic_uintptr_t' | 'atomic_flag' | 'atomic_float' | 'atomic_double' | 'mtx_t'
    | '__int128' | '__int128_t' | '__uint128' | '__uint128_t'
    ;
QUALIFIER
    : 'const' | 'volatile' | 'restrict' | '__restrict' | 'static' | 'register' | 'extern' | 'auto'
    | 'global' | '__global' | 'local' | '__local' | 'private' | '__private' | 'constant' | '__constant'
    | 'generic' | '__generic' | 'kernel' | '__kernel' | 'global_fga'
    ;

PROC : 'P' [0-9]+ ;
INT : ('0' [xX] [0-9a-fA-F]+ | [0-9]+) [uUlL]* ;
NAME : '%'? [a-zA-Z_] [a-zA-Z0-9_]* ;

CONJUNCTION : '/\\' ;
DISJUNCTION : '\\/' ;
IMPLIES : '=>' ;
INCREMENT : '++' ;
DECREMENT : '--' ;
ASSIGN_OP : '+=' | '-=' | '*=' | '/=' | '%=' | '&=' | '|=' | '^=' | '<<=' | '>>=' ;
SHL : '<<' ;
SHR : '>>' ;
LE : '<=' ;
GE : '>=' ;
EQ : '==' ;
NE : '!=' | '<>' ;
ANDAND : '&&' ;
OROR : '||' ;
LT : '<' ;
GT : '>' ;
AND : '&' ;
OR : '|' ;
XOR : '^' ;
NOT : '!' ;
TILDE : '~' ;
STAR : '*' ;
SLASH : '/' ;
PERCENT : '%' ;
PLUS : '+' ;
MINUS : '-' ;
QUESTION : '?' ;
COLON : ':' ;
ASSIGN : '=' ;
SEMI : ';' ;
COMMA : ',' ;
AT : '@' ;
LPAR : '(' ;
RPAR : ')' ;
LBRACE : '{' ;
RBRACE : '}' ;
LBRACK : '[' ;
RBRACK : ']' ;

LINE_COMMENT : '//' ~[\n]* -> skip ;
COMMENT : '/*' .*? '*/' -> skip ;
BLANK : [ \t\r\n]+ -> skip ;
UNKNOWN : . ;
