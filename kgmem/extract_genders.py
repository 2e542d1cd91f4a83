"""Whether a first name is a man's or a woman's, where English is spoken or written of; of nouns the ontology tells."""

from __future__ import annotations

from kgmem.extract_syntax import word_set
from kgmem.text import fold

_MEN = word_set(
    """aaron abdul adam adrian ahmed al alan albert alec alejandro alexander alfred ali allen anders andre andrew andy
    anthony antonio arnold arthur austin ben benjamin bernard bert bill billy bob bobbie bobby boris brad brandon
    brendan brian bruce bruno bryan calvin carl carlos cecil charles chuck clarence claude cliff clifford clive
    colin connor craig curtis cyril dale dan daniel darren dave david dean dennis derek diego dirk dmitri don
    donald douglas duncan dustin dylan earl eddie edgar edmund eduardo edward edwin elijah emil eric erik ernest
    ernie ethan eugene evan felix fernando finn floyd francisco frank franklin fred frederick fritz gabriel
    garrett gary geoffrey george gerald gilbert glenn gordon graham greg gregory guido gustav guy hal hamza hank
    hans harald harold harry harvey hassan hector henrik henry herbert herman howard hugh hugo ian ibrahim isaac
    ismail ivan ivo jack jacob jake james jan jason javier jed jeff jeffrey jens jeremy jerome jerry jesus jez jim
    jimmy joaquin jock joe joel joey johan johannes john johnny jon jonas jonathan jorge jose josef joseph josh
    joshua juan jules julian julio justin karl keith ken kenneth kevin klaus knut kurt kyle larry lars laurence
    lawrence len lenny leo leon leonard leroy les liam lloyd logan lorenzo lou louis lucas luigi luis lukas luke
    magnus manny manuel marcel marco marcus mario mark markus martin marty marvin matt matteo matthew max maxwell
    melvin michael mick mickey miguel mike milo mitch mitchell mohamed mohammed monty moritz nat nate nathan
    nathaniel ned neil nicholas nick niels nigel nikolai noah norman oliver ollie omar oscar otto owen ozzie pablo
    patrick paul pavel pedro per percy pete peter phil philip pierre pietro rafael ralf ralph ramon randy raul ray
    raymond reg reginald ricardo richard rick ricky ritchie rob robbie robert roberto rodney roger roland ron
    ronald ronnie rory ross roy rudolf rudy rupe rupert russell ryan samuel scott sean sebastian sergei seth sid
    simon sonny stan stanley stefan stephen steve steven stu stuart sven ted teddy terence theo theodore thomas
    thorsten tim timothy tobe tobias toby todd tom tomas tommy tony travis trevor tristan tyler ulrich vernon
    victor vince vincent vladimir wallace wally walt walter warren wayne werner wes wesley wilf wilhelm will
    william willy winston wolfgang woody xavier yusuf zachary zack"""
)
_WOMEN = word_set(
    """abbie abigail ada addie adele agatha aggie agnes alexandra alice alicia alina alison alma amanda amber amelia amy
    ana andrea angela anita ann anna anne annette annie anya astrid audrey aurora ava babs barbara bea beatrice
    becky bella bernadette bertha bess bessie beth bettie betty bev beverly birgit bonnie bree brenda bridget
    brigitte camille candy carla carmen carol carole caroline carolyn carrie cass cassie cath catherine cathy
    cecilia celia charlotte chiara chloe christina christine cindy cissy claire clara claudia colleen connie
    constance cora cordelia cynthia daisy daniela daphne dawn debbie deborah debra dee deirdre delia denise diana
    diane dolly dolores donna dora doris dorothy dot dottie edie edith effie eileen elaine eleanor elena eliza
    elizabeth ella ellen ellie elsa elsie emilia emily emma emmy erica erika essie esther ethel ettie eugenia eva
    eve evelyn evie fanny fatima felicia fiona flo flora florence flossie fran frances francesca freya frida gabby
    gabriella gail georgia geraldine gertie gertrude gina giulia gloria grace greta gwen gwenda hannah harriet
    hattie hazel heather heidi helen helena helga henrietta hettie hilda holly ida ilse ines ingrid irene iris
    irma isabel isabella izzie izzy jackie jacqueline jan jana jane janet janice jasmine jean jeanette jen jenna
    jennifer jenny jess jessica jill jo joan joanna jodie josephine josie joy joyce juanita judith judy julia
    julie juliet karen karin kate katharine katherine kathleen kathryn kathy katie katrin kay kim kitty kristen
    kristin kristina larissa laura lauren lea leah lena letty libby lila lillian lily linda lindy lisa liz lizzie
    lola lorraine lottie lou louise lucia lucille lucinda lucy lulu lydia mabel maddie madeline madge maggie mandy
    margaret margarita margie maria mariana marie marilyn marina marion marjorie marlene marta martha mary matilda
    maureen may maya meg megan melanie melissa mercedes mia michelle mildred millie mimi mina minnie miriam mo
    moll molly monica muriel nadia nan nance nancy naomi natalia natalie natasha nell nellie nettie nicole nikki
    nina nora norma odette olga olivia pamela patricia patsy patty paula pauline pearl peg peggy penelope penny
    petra phoebe phyllis pilar polly priya queenie rachel rebecca regina renata renee rhoda ria rita roberta rosa
    rosalind rose rosemary rosie roz ruth sabrina sal sallie sally sam samantha sandra sandy sara sarah selma
    shannon sharon sheila shirley silvia sofia sonia sophia sophie stella steph stephanie sue susan susanna susie
    suzanne suzy sylvia tabby tamara tammy tanya tatiana teresa tess thelma theresa tilda tilly tina tori trudy
    ulla ursula val valentina valerie vanessa vera veronica vi vicky victoria viola violet virginia viv vivian
    wanda wendy wilma winifred winnie yolanda yvonne zoe"""
)


def of_name(name: str) -> str:
    """ "he" or "she" by the first word of a person's name, "" when it may be either's."""
    first = fold(name.split()[0]) if name.split() else ""
    return "" if first in _MEN and first in _WOMEN else "he" if first in _MEN else "she" if first in _WOMEN else ""


def is_first_name(name: str) -> bool:
    """True for what begins with a first name of the lists."""
    words = name.split()
    return bool(words) and fold(words[0]) in _MEN | _WOMEN
