/** The .cat language of memory models: sets and relations over events, and the checks on them. */
grammar Cat;

file
    : identity? CATDEP? instruction* EOF
    ;

identity
    : NAME (NAME | STRING)?
    | STRING
    ;

instruction
    : LET REC? binding (AND binding)* (WHEN check)? IN?                          # letInstruction
    | MATCH expression WITH ALT? instructionClause (ALT instructionClause)* END  # matchInstruction
    | role=(FLAG | UNDEFINED_UNLESS | ASSERT)? check                             # checkInstruction
    | SHOW base AS NAME                                                          # showAsInstruction
    | SHOW NAME (COMMA NAME)*                                                    # showInstruction
    | UNSHOW NAME (COMMA NAME)*                                                  # unshowInstruction
    | INCLUDE STRING                                                             # includeInstruction
    | PROCEDURE REC? NAME (LPAR formals? RPAR | formal) EQUAL instruction* END   # procedureInstruction
    | CALL NAME simple (AS NAME)?                                                # callInstruction
    | DEBUG expression                                                           # debugInstruction
    | FORALL NAME IN expression DO instruction* END                              # forallInstruction
    | WITH NAME FROM expression                                                  # withInstruction
    | IF variant thenPart elsePart? END                                          # ifInstruction
    | ENUM NAME EQUAL ALT? TAG (ALT TAG)*                                        # enumInstruction
    | (INSTRUCTIONS | DEFAULT) NAME LBRACK arguments? RBRACK                     # bellInstruction
    ;

thenPart
    : instruction*
    ;

elsePart
    : ELSE instruction*
    ;

instructionClause
    : (TAG | UNDERSCORE) ARROW instruction*
    ;

check
    : negated=COMP? kind=(ACYCLIC | IRREFLEXIVE | EMPTY) expression (AS NAME)?
    ;

binding
    : LPAR formals? RPAR EQUAL expression          # tupleBinding
    | NAME (LPAR formals? RPAR) EQUAL expression   # functionBinding
    | NAME formal EQUAL expression                 # unaryFunctionBinding
    | formals EQUAL expression                     # valueBinding
    ;

formal
    : NAME
    | UNDERSCORE
    ;

formals
    : formal (COMMA formal)*
    ;

expression
    : LET REC? binding (AND binding)* IN expression                    # letExpression
    | FUN formal ARROW expression                                      # functionExpression
    | FUN LPAR formals? RPAR ARROW expression                          # tupleFunctionExpression
    | TRY expression WITH expression                                   # tryExpression
    | IF condition THEN expression ELSE expression                     # ifExpression
    | MATCH expression WITH ALT? clause (ALT clause)* END              # matchExpression
    | base (COMMA base)*                                               # tupleExpression
    ;

condition
    : expression (EQUAL | SUBSET | IN) expression
    | variant
    ;

variant
    : VARIANT? STRING
    | NOT variant
    | variant LAND variant
    | variant ALT variant
    | LPAR variant RPAR
    ;

clause
    : TAG ARROW expression                                         # tagClause
    | UNDERSCORE ARROW expression                                  # defaultClause
    | LBRACE RBRACE ARROW expression                               # emptyClause
    | formal PLUSPLUS formal ARROW expression                      # elementClause
    | formal UNION formal PLUSPLUS formal ARROW expression         # splitClause
    ;

base
    : simple                               # simpleBase
    | NAME argument*                       # applicationBase
    | base HAT INVERSE                     # inverseBase
    | base op=(STAR | PLUS | OPTION)       # closureBase
    | COMP base                            # complementBase
    | base STAR base                       # productBase
    | <assoc=right> base INTER base        # intersectionBase
    | base DIFF base                       # differenceBase
    | <assoc=right> base SEMI base         # compositionBase
    | <assoc=right> base PLUSPLUS base     # additionBase
    | <assoc=right> base UNION base        # unionBase
    ;

argument
    : NAME
    | simple
    ;

simple
    : ZERO                              # zero
    | TAG                               # tag
    | LBRACE arguments? RBRACE          # explicitSet
    | UNDERSCORE                        # universe
    | LPAR RPAR                         # unit
    | LPAR expression RPAR              # parenthesised
    | BEGIN expression END              # block
    | LBRACK expression RBRACK          # identityOn
    ;

arguments
    : base (COMMA base)*
    ;

LET : 'let' ;
REC : 'rec' ;
AND : 'and' ;
WHEN : 'when' ;
ACYCLIC : 'acyclic' ;
IRREFLEXIVE : 'irreflexive' ;
EMPTY : 'empty' ;
SHOW : 'show' ;
UNSHOW : 'unshow' ;
SUBSET : 'subset' ;
AS : 'as' ;
FUN : 'fun' ;
IN : 'in' ;
UNDEFINED_UNLESS : 'undefined_unless' ;
FLAG : 'flag' ;
ASSERT : 'assert' ;
INCLUDE : 'include' ;
VARIANT : 'variant' ;
BEGIN : 'begin' ;
END : 'end' ;
PROCEDURE : 'procedure' ;
CALL : 'call' ;
ENUM : 'enum' ;
DEBUG : 'debug' ;
MATCH : 'match' ;
WITH : 'with' ;
FORALL : 'forall' ;
FROM : 'from' ;
DO : 'do' ;
TRY : 'try' ;
IF : 'if' ;
THEN : 'then' ;
ELSE : 'else' ;
CATDEP : 'catdep' ;
INSTRUCTIONS : 'instructions' ;
DEFAULT : 'default' ;
NOT : 'not' ;

LPAR : '(' ;
RPAR : ')' ;
LBRACE : '{' ;
RBRACE : '}' ;
LBRACK : '[' ;
RBRACK : ']' ;
UNDERSCORE : '_' ;
ZERO : '0' ;
ALT : '||' ;
UNION : '|' ;
LAND : '&&' ;
INTER : '&' ;
STAR : '*' ;
COMP : '~' ;
PLUSPLUS : '++' ;
PLUS : '+' ;
HAT : '^' ;
INVERSE : '-1' ;
DIFF : '\\' ;
OPTION : '?' ;
ARROW : '->' ;
EQUAL : '=' ;
SEMI : ';' ;
COMMA : ',' ;

STRING : '"' ~["]* '"' ;
TAG : '\'' NAME ;
NAME : '_'? [a-zA-Z] [a-zA-Z0-9_.\-]* '\''? ;

COMMENT : '(*' (COMMENT | .)*? '*)' -> skip ;
LINE_COMMENT : ('//' | '#') ~[\n]* -> skip ;
BLANK : [ \t\r\n]+ -> skip ;
UNKNOWN : . ;
