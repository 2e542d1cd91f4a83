"""How English speakers tell, plan, doubt, deny and ask for what happens in the synthetic world. Data only.

One form a line; `<a|b>` are variants of one form (they share its half). `telling.py` says what the slots and
the conditions before `::` mean. What a line yields follows from its kind, its table and the slots in it.
"""

from __future__ import annotations

HAPPENED: dict[str, str] = {
    "move": """
        {who} moved to {to} {when}
        {who} <relocated|moved house> to {to} {when}
        {who} moved from {from} to {to} {when}
        {who} left {from} for {to} {when}
        {who} packed up and moved to {to} {when}
        {who} moved <out|away> to {to} {when}
        {who} gave up {their} place in {from} and moved to {to} {when}
        {who} swapped {from} for {to} {when}
        {who} <settled down|found a flat and settled> in {to} {when}
        {who} made the move to {to} {when}
        {who} moved into a new <place|flat|apartment> in {to} {when}
        {who} finally <moved|made the move> to {to} {when}
        {who} moved {their} things to {to} {when} and [live] there now
        {who} ended up moving to {to} {when}
        recent:: {who've} just moved to {to}
        recent:: {who'm} living in {to} now, {they} only just moved
        recent:: {who've} <moved|relocated> to {to} and half the boxes are still closed
        {who} got the keys to a new place in {to} and moved in {when}
        {who} [have] a new home in {to}, {they} moved {when}
    """,
    "start_job": """
        {who} started <working|a new job> at {firm} {when}
        {who} started at {firm} as {a:job} {when}
        {who} got a job at {firm} {when}
        {who} got a job as {a:job} at {firm} {when}
        {who} <joined|went to work for> {firm} {when}
        {who} joined {firm} as {a:job} {when}
        {who} [was] hired by {firm} {when}
        {who} [was] hired as {a:job} at {firm} {when}
        {who} landed a job as {a:job} with {firm} {when}
        {who} took a job at {firm} {when}
        {who} took a position as {a:job} at {firm} {when}
        {who} <signed on|began> with {firm} {when}
        {who} had {their} first day at {firm} {when}
        {who} had {their} first day as {a:job} at {firm} {when}
        recent:: {who've} just started at {firm}
        recent:: {who've} got a new job, {they'm} {a:job} at {firm} now
        recent:: {who've} just been taken on at {firm} as {a:job}
        {who} found work at {firm} {when}
    """,
    "leave_job": """
        reason=quit:: {who} quit {their} job at {firm} {when}
        reason=quit:: {who} <handed in {their} notice|resigned> at {firm} and left {when}
        reason=quit:: {who} <walked away from|gave up> {their} job at {firm} {when}
        reason=quit:: {who} left {firm} {when}
        reason=quit:: {who} stopped working at {firm} {when}
        reason=quit:: {who} quit {their} job as {a:job} at {firm} {when}
        reason=quit:: {who} packed it in at {firm} {when}
        reason=quit:: {who} decided {they} had enough of {firm} and quit {when}
        reason=laid_off:: {who} [was] laid off <by|from> {firm} {when}
        reason=laid_off:: {who} lost {their} job at {firm} {when}
        reason=laid_off:: {firm} let {whom} go {when}
        reason=laid_off:: {firm} made {whom} redundant {when}
        reason=laid_off:: {who} [was] let go <by|from> {firm} {when}
        reason=laid_off:: {who} got laid off from {their} job as {a:job} at {firm} {when}
        reason=closed:: {who} lost {their} job {when} when {firm} closed down
        reason=closed:: {who} [was] out of a job {when} because {firm} shut down
        reason=closed:: {who's} job at {firm} ended {when}
        {who's} last day at {firm} was {when+}
        {who} stopped being {a:job} at {firm} {when}
        {who} finished at {firm} {when}
        recent:: {who} no longer [work] at {firm}
        recent:: {who'm} not at {firm} anymore
        recent:: {who'm} done at {firm}, for good
    """,
    "promotion": """
        {who} <[was]|got> promoted to {job} {when}
        {who} got promoted to {job} at {firm} {when}
        {who} became {a:job} {when}
        {firm} made {whom} {a:job} {when}
        {who} <moved|stepped> up from {old_job} to {job} {when}
        {who} went from {old_job} to {job} {when}
        {who} got the promotion to {job} {when}
        {who} [was] made {a:job} at {firm} {when}
        recent:: {who've} just been promoted to {job}
        recent:: {who'm} {a:job} now, the promotion came through
        {who} got bumped up to {job} {when}
    """,
    "start_dating": """
        {who} started <dating|seeing> {with} {when}
        {who} started going out with {with} {when}
        {who} and {with:too} <got together|became a couple> {when}
        {both} <got together|became a couple> {when}
        {both} started <dating|seeing each other|going out> {when}
        {both} had {bothtimes} first date and became a couple {when}
        {who} got together with {with} {when}
        recent:: {who'm} <dating|seeing> {with} now
        recent:: {who'm} going out with {with} now
        recent:: {both} are <together|a couple|an item> now
        {both} have been <together|a couple|dating> {since!}
        {who've} been <dating|seeing|going out with> {with} {since!}
    """,
    "engage": """
        {who} got engaged to {with} {when}
        {both} got engaged {when}
        {both} <put a ring on it and got|became> engaged {when}
        {who} said yes to {with} and got engaged {when}
        {both} announced {bothtimes} engagement {when}
        recent:: {both} are engaged now
        recent:: {who'm} engaged to {with} now
        {both} have been engaged {since!}
        recent:: {who've} just got engaged to {with}
        {both} decided to get married and got engaged {when}
    """,
    "marry": """
        {who} married {with} {when}
        {both} got married {when}
        {who} got married to {with} {when}
        {both} tied the knot {when}
        {both} <had|celebrated> {bothtimes} wedding {when}
        {who} tied the knot with {with} {when}
        {both} <said|exchanged> <"I do"|vows> and got married {when}
        {both} got hitched {when}
        {both} were married at the town hall {when}
        {both} became husband and wife {when}
        recent:: {both} are <married|husband and wife> now
        recent:: {both} have just got married
        recent:: {who've} just married {with}
        recent:: {who'm} married to {with} now
        {both} have been married {since!}
        {who've} been married to {with} {since!}
        {who} and {with:too} finally got married {when}
        {both} made it official and got married {when}
        the wedding was {when+}, {both} are married now
    """,
    "break_up": """
        {who} broke up with {with} {when}
        {both} <broke|split> up {when}
        {who} split up with {with} {when}
        {both} called it quits {when}
        {both} <parted ways|went {bothtimes} separate ways> {when}
        {who's} relationship with {with} ended {when}
        {both} ended things {when}
        {who} and {with:too} stopped seeing each other {when}
        {both} decided to go {bothtimes} separate ways {when}
        it ended between {whom} and {with} {when}
        {both} ended the relationship {when}
        recent:: {both} are not together anymore
        recent:: {who'm} no longer with {with}
        recent:: it's over between {whom} and {with}
        recent:: {both} have just <broken|split> up
        {both} haven't been together {since!}
        {who} stopped dating {with} {when}
    """,
    "divorce": """
        {both} got divorced {when}
        {who} got divorced from {with} {when}
        {who} and {with:too} got a divorce {when}
        {both} finalized {bothtimes} divorce {when}
        {both} signed the divorce papers {when}
        {who} divorced {with} {when}
        {who's} marriage to {with} ended in divorce {when}
        recent:: {both} are divorced now
        recent:: {who'm} no longer married to {with}
        {both} have been divorced {since!}
    """,
    "birth": """
        mother:: {who} had {a:baby}, {child}, {when}
        mother:: {who} gave birth to {child} {when}
        mother:: {who} gave birth to {a:baby} {when}, and {childtheir} name is {child}
        mother:: {who} had {their} baby {when}, {childthey's} called {child}
        mother:: {who's} {son} {child} was born {when}
        {who's} little {girl} {child} was born {when}
        {who} became a {mother} {when}, the baby's name is {child}
        {who} welcomed {a:baby} named {child} {when}
        {both} had {a:baby} {when}, {child}
        {both} became parents {when}, the baby is called {child}
        {both} welcomed little {child} {when}
        {both} have {a:baby} now, {child} was born {when}
        {child}, {who's} {son}, came into the world {when}
        {child}, {who's} {son}, was born {when}
        recent:: {who've} just become a {mother}, the little one is called {child}
        recent:: {who} [have] {a:baby} now, {child}
        recent:: {both} just had {a:baby}, {child}
        baby {child} arrived {when}, {who'm} a {mother} now
        {who's} {son} {child} has been with us {since!}
        {who'm} a {mother}, {child} was born {when}
        {both} are parents now, {child} was born {when}
    """,
    "adopt_pet": """
        {who} adopted {a:pet.sort} {when}, {pet}
        {who} adopted {a:pet.sort} <called|named> {pet} {when}
        {who} got {a:pet.sort} named {pet} {when}
        {who} took in {a:pet.sort} {when} and called it {pet}
        {who} brought home {a:pet.sort} {when}, its name is {pet}
        {who} got {themself} {a:pet.sort} {when} and named it {pet}
        {who} <picked up|collected> {their} new {pet.sort} {pet} from the shelter {when}
        {who} rescued {a:pet.sort} called {pet} {when}
        {pet} the {pet.sort} moved in with {whom} {when}
        {who} gave {a:pet.sort} called {pet} a home {when}
        {who} fell in love with {a:pet.sort} at the shelter and adopted {pet} {when}
        recent:: {who} [have] {a:pet.sort} now, {pet}
        recent:: {who've} just adopted {a:pet.sort}, {pet}
        recent:: meet {pet}, {who's} new {pet.sort}
        {who've} had {their} {pet.sort} {pet} {since!}
        {who} finally got {a:pet.sort} {when}, it's called {pet}
        {who's} {pet.sort} {pet} came to live with {whom} {when}
        {who} adopted {pet} {when}
    """,
    "pet_dies": """
        {who's} {pet.sort} {pet} died {when}
        {pet}, {who's} {pet.sort}, <died|passed away> {when}
        {who} lost {their} {pet.sort} {pet} {when}, it had been ill and died
        {who's} beloved {pet.sort} {pet} died {when}
        {who} had to say goodbye to {pet} {when}, the poor {pet.sort} died
        {pet} died {when}, {who} loved that {pet.sort}
        recent:: {who's} {pet.sort} {pet} has just died
        {who} buried {pet} in the garden {when}, the {pet.sort} had died
        poor {pet} passed away {when}, it was {who's} {pet.sort}
    """,
    "buy": """
        {who} bought {a:thing} {when}
        {who} bought {themself} {a:thing} {when}
        {who} got {a:thing} {when}
        {who} treated {themself} to {a:thing} {when}
        {who} <picked up|ordered and got> {a:thing} {when}
        {who} splashed out on {a:thing} {when}
        {who} finally bought {a:thing} {when}
        {who} spent way too much on {a:thing} {when}
        {who} went shopping and came home with {a:thing} {when}
        {who} made up {their} mind and bought {a:thing} {when}
        {who} got hold of {a:thing} {when}
        {who} gave in and bought {a:thing} {when}
        {who} paid for {a:thing} {when} and took it home
        {who've} had {a:thing} {since!}
        {who} became the proud owner of {a:thing} {when}
        recent:: {who've} just bought {a:thing}
        recent:: {who} [have] a new toy, {a:thing}
        recent:: {who've} got {a:thing} now
        recent:: {who} just bought {themself} {a:thing}
    """,
    "sell": """
        {who} sold {their} {thing} {when}
        {who} sold the {thing} {when}
        {who} got rid of {their} {thing} {when}, sold it
        {who} found a buyer for {their} {thing} and sold it {when}
        {who} put {their} {thing} up for sale and sold it {when}
        {who} parted with {their} {thing} {when}, it went to a nice buyer
        recent:: {who've} just sold {their} {thing}
        recent:: {who'm} no longer the owner of the {thing}, {they} sold it
        {who} let {their} {thing} go {when}, sold it
    """,
    "lose": """
        how=lost:: {who} lost {their} {thing} {when}
        how=lost:: {who} left {their} {thing} somewhere {when} and never saw it again
        how=lost:: {who's} {thing} went missing {when}
        how=lost:: {who} can't find {their} {thing}, lost it {when}
        how=stolen:: {who's} {thing} was stolen {when}
        how=stolen:: somebody stole {who's} {thing} {when}
        how=stolen:: {who} had {their} {thing} stolen {when}
        how=stolen:: {who's} {thing} got nicked {when}
        how=broken:: {who's} {thing} broke {when}, beyond repair
        how=broken:: {who} broke {their} {thing} {when} and had to throw it out
        how=broken:: {who's} {thing} gave up the ghost {when}
        how=broken:: {who} wrecked {their} {thing} {when}
    """,
    "travel": """
        {who} went to {to} {when}
        {who} <travelled|took a trip|made a trip> to {to} {when}
        {who} visited {to} {when}
        {who} spent a few days in {to} {when}
        {who} [was] off to {to} for a bit {when}
        {who} had a short holiday in {to} {when}
        {who} [was] in {to} {when}
        {who} went to {to} with {with} {when}
        {who} took a trip to {to} with {with} {when}
        {both} <went|travelled> to {to} together {when}
        {both} were in {to} {when}
        {who} got away to {to} {when}
        {who} saw {to} for {themself} {when}
        {who} went on holiday to {to} {when}
        {who} went sightseeing in {to} {when}
        {who} finally made it to {to} {when}
        recent:: {who'm} just back from {to}
        recent:: {who've} just come back from a trip to {to}
        recent:: {who've} just been to {to}
    """,
    "accident": """
        {who} had an accident in {place} {when}
        {who} [was] in an accident in {place} {when}
        {who} had a <bad|nasty> accident in {place} {when}
        {who} got hurt in an accident in {place} {when}
        {who} got caught up in an accident in {place} {when}
        {who} [was] involved in an accident in {place} {when}
        {who} met with an accident in {place} {when}
        there was an accident in {place} {when}, {who} got hurt
        recent:: {who've} just had an accident in {place}
        recent:: {who'm} still shaken after an accident in {place}
    """,
    "fall_ill": """
        illness:: {who} came down with {a:condition} {when}
        illness:: {who} fell ill with {a:condition} {when}
        not_injury:: {who} [was] diagnosed with {a:condition} {when}
        injury:: {who} <ended up in hospital|landed in A&E> with {a:condition} {when}
        injury:: {who} got {a:condition} {when}
        injury:: {who} fell {when} and now {they've} got {a:condition}
        {who} saw a doctor {when}, who said it was {a:condition}
        {who} went to the doctor {when}, it's {a:condition}
        illness:: {who} got sick {when}, it turned out to be {a:condition}
        {who've} had {a:condition} {since!}
        not_injury:: {who've} been dealing with {a:condition} {since!}
        the doctor told {whom} {when} that {they} [have] {a:condition}
        {who} ended up with {a:condition} {when}
        lasting:: {who} started having trouble with {a:condition} {when}
        illness:: {who} [was] laid low by {a:condition} {when}
        recent:: {who've} got {a:condition}
        illness:: recent:: {who'm} <ill|sick>, it's {a:condition}
        recent:: {who} [have] {a:condition} at the moment
        illness:: recent:: {who'm} down with {a:condition}
        illness:: recent:: {who'm} in bed with {a:condition}
        illness:: recent:: {who'm} off sick with {a:condition}
    """,
    "recover": """
        {who} recovered from {the:condition} {when}
        {who} got over {the:condition} {when}
        {who} got better {when}, {the:condition} is gone
        not_injury:: {who} [was] <cured|free> of {the:condition} {when}
        illness:: {who's} {condition} <went away|cleared up> {when}
        injury:: {who's} {condition} healed {when}
        illness:: {who} shook off {the:condition} {when}
        not_injury:: {who} beat {the:condition} {when}
        {who} bounced back from {the:condition} {when}
        {who} [was] back on {their} feet {when}, {the:condition} is gone
        not_injury:: the {condition} finally <passed|went away> {when}, {who'm} fine again
        not_injury:: {who've} been free of {the:condition} {since!}
        {who} [was] given the all-clear {when}, {the:condition} is gone
        recent:: {who'm} over {the:condition} now
        recent:: {who'm} fully recovered from {the:condition}
        recent:: {who'm} rid of {the:condition} at last
        recent:: {who'm} well again, {the:condition} is gone
        recent:: {who} no longer [have] {a:condition}
    """,
    "start_project": """
        {who} started <leading work|work> on {project} {when}
        {who} started {project} at {firm} {when}
        {who} took over as lead of {project} {when}
        {who} kicked off {project} {when}
        {who} kicked off {project} with the team at {firm} {when}
        {who} [was] put in charge of {project} {when}
        {firm} put {whom} in charge of {project} {when}
        {who} launched {project} {when}
        {who} <began|got going on> {project} {when}
        {who} got {project} off the ground {when}
        {who} took on {project} {when}
        {who've} been running {project} {since!}
        {who've} been in charge of {project} {since!}
        recent:: {who'm} running {project} now
        recent:: {who've} just started on {project}
        recent:: {who'm} leading {project} now
        {who} became project lead of {project} {when}
    """,
    "finish_project": """
        {who} finished {project} {when}
        {who} <wrapped up|completed> {project} {when}
        {who} got {project} done {when}
        {who} <shipped|delivered> {project} {when}
        {who} handed in the final report for {project} {when}
        {who's} work on {project} came to an end {when}
        {who} closed out {project} {when}
        {who} brought {project} to a close {when}
        {who} put the finishing touches to {project} {when} and it's done
        {who} signed off {project} {when}
        {who} crossed the finish line with {project} {when}
        recent:: {who'm} finally done with {project}
        recent:: {who've} just finished {project}
        recent:: {project} is done, {who'm} free again
        recent:: {project} is finished, {who'm} not running it anymore
        {who} [was] finished with {project} {when}
    """,
    "join": """
        {who} joined {the:club} {when}
        {who} became a member of {the:club} {when}
        {who} signed up <for|with> {the:club} {when}
        {who} got into {the:club} {when}
        {the:club} took {whom} on as a member {when}
        {who've} been a member of {the:club} {since!}
        {who've} been with {the:club} {since!}
        recent:: {who've} just joined {the:club}
        recent:: {who'm} in {the:club} now
        {who} enrolled in {the:club} {when}
    """,
    "leave": """
        {who} left {the:club} {when}
        {who} quit {the:club} {when}
        {who} dropped out of {the:club} {when}
        {who} gave up {their} membership of {the:club} {when}
        {who} cancelled {their} membership in {the:club} {when}
        {who} stopped going to {the:club} {when} and quit
        recent:: {who'm} not in {the:club} anymore
        recent:: {who'm} no longer a member of {the:club}
        recent:: {who've} just left {the:club}
    """,
    "start_studies": """
        {who} started studying {field} at {school} {when}
        {who} enrolled at {school} {when}
        {who} enrolled in {field} at {school} {when}
        {who} began {their} {field} course at {school} {when}
        {who} started {their} degree in {field} at {school} {when}
        {who} got a place at {school} and started {when}
        {who} went back to school {when}, {field} at {school}
        {who've} been studying {field} at {school} {since!}
        {who} started at {school} {when}
        recent:: {who'm} studying {field} at {school} now
        recent:: {who've} just started at {school}, the subject is {field}
        {who} took up {field} at {school} {when}
    """,
    "exam": """
        outcome=passed:: {who} passed {their} {field} exam {when}
        outcome=passed:: {who} passed the exam in {field} {when}
        outcome=passed:: {who} got through the {field} exam {when}
        outcome=passed:: {who} aced {their} {field} exam {when}
        outcome=passed:: {who} took the {field} exam {when} and passed
        outcome=passed:: {who} sat {their} {field} exam {when} and made it
        outcome=passed:: {who} nailed {their} {field} exam {when}
        outcome=passed:: recent:: {who've} just passed {their} {field} exam
        outcome=passed:: {who} did well in the {field} exam {when}, passed it
        outcome=failed:: {who} failed {their} {field} exam {when}
        outcome=failed:: {who} failed the exam in {field} {when}
        outcome=failed:: {who} flunked {their} {field} exam {when}
        outcome=failed:: {who} took the {field} exam {when} and failed
        outcome=failed:: {who} didn't pass {their} {field} exam {when}
        outcome=failed:: {who} didn't make it through the {field} exam {when}
        outcome=failed:: {who} messed up {their} {field} exam {when}, failed it
        outcome=failed:: recent:: {who've} just failed {their} {field} exam
    """,
    "graduate": """
        {who} graduated from {school} {when}
        {who} graduated in {field} from {school} {when}
        {who} finished {their} {field} degree at {school} {when}
        {who} got {their} degree from {school} {when}
        {who} got {their} {field} degree from {school} {when}
        {who} finished {their} studies at {school} {when}
        {who} completed {their} degree at {school} {when}
        recent:: {who've} just graduated from {school}
        recent:: {who} [have] {their} degree from {school} now, {they'm} a graduate
        {who} had {their} graduation at {school} {when}
    """,
    "meet": """
        {who} met {with} {when}
        {who} got to know {with} {when}
        {who} made friends with {with} {when}
        {both} met {when} and became friends
        {both} became friends {when}
        {who} met {with} {when} and {both} hit it off
        {who} ran into {with} {when} and {both} became friends
        {both} hit it off {when} and are friends now
        {who} [was] introduced to {with} {when}
        {who've} been friends with {with} {since!}
        {both} have been friends {since!}
        recent:: {who've} made a new friend, {with}
        recent:: {who've} just got to know {with}
        {who} first met {with} {when}
        {who} became friends with {with} {when}
        {who} and {with:too} got talking {when} and became friends
        {who} befriended {with} {when}
    """,
    "quarrel": """
        {who} had a <quarrel|fight|falling-out> with {with} {when}
        {who} fell out with {with} {when}
        {both} had <a big row|an argument|a fight> {when}
        {who} argued with {with} {when}
        {both} fell out {when}
        {who} got into a fight with {with} {when}
        recent:: {who've} just had a row with {with}
        recent:: {who'm} not on speaking terms with {with}
        {both} haven't been talking {since!}
        {who} and {with:too} had words {when}
        ends:: {who} fell out with {with} {when} and {bothwe}'re not friends anymore
        ends:: {both} had a bad fight {when}, {bothwe}'re not friends anymore
        ends:: {who} broke with {with} {when}, {bothwe}'re no longer friends
    """,
    "make_up": """
        {who} made up with {with} {when}
        {both} made up {when}
        {both} <buried the hatchet|made peace> {when}
        {who} patched things up with {with} {when}
        {both} made up {when} and are friends again
        {who} apologised to {with} {when} and {both} are friends again
        {both} sorted things out {when}
        recent:: {who'm} friends with {with} again
        recent:: {both} are talking again
        {who} reconciled with {with} {when}
    """,
    "celebrate": """
        {who} celebrated {occasion} {when}
        {who} threw a party for {occasion} {when}
        {who} had a party {when} for {occasion}
        {who} celebrated {occasion} with {with} {when}
        {both} celebrated {occasion} {when}
        {who} raised a glass to {occasion} {when}
        {who} went out for dinner {when} to celebrate {occasion}
        recent:: {who've} just celebrated {occasion}
        there was cake {when}, {who} celebrated {occasion}
        {who} had a little do for {occasion} {when}
    """,
    "start_liking": """
        {who} got into {thing} {when}
        {who} started to like {thing} {when}
        {who} discovered {thing} {when} and [love] it
        {who} developed a taste for {thing} {when}
        {who} got hooked on {thing} {when}
        {who} took a liking to {thing} {when}
        {who've} been into {thing} {since!}
        {who've} loved {thing} {since!}
        recent:: {who'm} really into {thing} these days
        recent:: {who} [like] {thing} now, believe it or not
    """,
    "go_off": """
        {who} went off {thing} {when}
        {who} got sick of {thing} {when}
        {who} stopped liking {thing} {when}
        {who} had enough of {thing} {when} and can't stand it anymore
        {who} lost {their} taste for {thing} {when}
        {who've} been off {thing} {since!}
        recent:: {who} can't stand {thing} anymore
        recent:: {who'm} off {thing} now
        recent:: {who} [do]n't like {thing} anymore
        recent:: {who'm} fed up with {thing}
    """,
    "start_learning": """
        {who} started learning {language} {when}
        {who} took up {language} {when}
        {who} signed up for {a:language} course {when}
        {who} began {language} lessons {when}
        {who've} been learning {language} {since!}
        {who've} been taking {language} lessons {since!}
        recent:: {who'm} learning {language} now
        recent:: {who've} just started to learn {language}
        {who} started {a:language} class {when}
        {who} had {their} first {language} lesson {when}
    """,
    "start_diet": """
        {who} went {diet} {when}
        {who} started a {diet} diet {when}
        {who} switched to a {diet} diet {when}
        {who} started eating {diet} {when}
        {who've} been eating {diet} {since!}
        {who've} been on a {diet} diet {since!}
        recent:: {who'm} eating {diet} now
        recent:: {who've} just switched to a {diet} diet
        recent:: {who'm} on a {diet} diet now
        {who} changed to a {diet} diet {when}
    """,
    "firm_moves": """
        {firm} moved to {to} {when}
        {firm} moved from {from} to {to} {when}
        {firm} relocated to {to} {when}
        {firm} moved its offices to {to} {when}
        {firm} left {from} for {to} {when}
        {firm} packed up and went to {to} {when}
        {firm} opened its new place in {to} {when} after closing the one in {from}
        recent:: {firm} is in {to} now
        recent:: {firm} has just moved to {to}
        {firm} has been based in {to} {since!}
    """,
    "firm_closes": """
        {firm} closed down {when}
        {firm} shut down {when}
        {firm} went out of business {when}
        {firm} went bust {when}
        {firm} closed its doors for good {when}
        {firm} had to close {when}
        recent:: {firm} has closed down
        recent:: {firm} doesn't exist anymore
        recent:: they've shut {firm} down
    """,
    "mood": """
        feeling=happy:: {who} [was] really happy {when}
        feeling=happy:: {who} [was] in a great mood {when}
        feeling=happy:: {who} [was] over the moon {when}
        feeling=happy:: recent:: {who'm} so happy these days
        feeling=happy:: recent:: {who'm} in a really good mood
        feeling=sad:: {who} [was] really sad {when}
        feeling=sad:: {who} [was] feeling down {when}
        feeling=sad:: {who} [was] pretty low {when}
        feeling=sad:: recent:: {who've} been feeling sad lately
        feeling=sad:: recent:: {who'm} a bit down at the moment
        feeling=stressed:: {who} [was] stressed out {when}
        feeling=stressed:: {who} [was] under a lot of stress {when}
        feeling=stressed:: {who} [was] totally stressed {when}
        feeling=stressed:: recent:: {who'm} so stressed at the moment
        feeling=stressed:: recent:: {who've} been really stressed lately
        feeling=tired:: {who} [was] exhausted {when}
        feeling=tired:: {who} [was] dead tired {when}
        feeling=tired:: {who} [was] worn out {when}
        feeling=tired:: recent:: {who'm} so tired these days
        feeling=tired:: recent:: {who've} been tired all the time lately
    """,
}

TO_DO: dict[str, str] = {
    "move": """
        move to {to}
        relocate to {to}
        find a flat in {to} and move there
        settle in {to}
        leave {from} and move to {to}
    """,
    "start_job": """
        take a job at {firm}
        start working at {firm}
        join {firm} as {a:job}
        work for {firm}
    """,
    "leave_job": """
        quit {their} job at {firm}
        leave {firm}
        hand in {their} notice at {firm}
        stop working at {firm}
    """,
    "promotion": """
        get promoted to {job}
        become {a:job}
        step up to {job}
        go for the promotion to {job}
    """,
    "start_dating": """
        start dating {with}
        go out with {with}
        start seeing {with}
    """,
    "engage": """
        get engaged to {with}
        become engaged to {with}
        get engaged with {with}
    """,
    "marry": """
        marry {with}
        get married to {with}
        tie the knot with {with}
        have a wedding with {with}
    """,
    "break_up": """
        break up with {with}
        split up with {with}
        end things with {with}
    """,
    "divorce": """
        get divorced from {with}
        file for divorce from {with}
        divorce {with}
    """,
    "adopt_pet": """
        adopt {a:pet.sort}
        get {a:pet.sort}
        give {a:pet.sort} a home
        take in {a:pet.sort}
        get a pet
        adopt an animal from the shelter
        give a shelter animal a home
    """,
    "buy": """
        buy {a:thing}
        get {a:thing}
        buy {themself} {a:thing}
        treat {themself} to {a:thing}
    """,
    "sell": """
        sell {their} {thing}
        get rid of {their} {thing}
        find a buyer for {their} {thing}
    """,
    "travel": """
        go to {to}
        travel to {to}
        visit {to}
        take a trip to {to}
        spend a few days in {to}
    """,
    "start_project": """
        start {project}
        kick off {project}
        take on {project}
        get going on {project}
    """,
    "finish_project": """
        finish {project}
        wrap up {project}
        get {project} done
    """,
    "join": """
        join {the:club}
        sign up with {the:club}
        become a member of {the:club}
    """,
    "leave": """
        leave {the:club}
        quit {the:club}
        give up {their} membership of {the:club}
    """,
    "start_studies": """
        study {field} at {school}
        enrol at {school}
        start a degree in {field} at {school}
        go to {school}
    """,
    "exam": """
        take the {field} exam
        sit {their} {field} exam
        do the exam in {field}
    """,
    "graduate": """
        graduate from {school}
        finish {their} degree at {school}
        get {their} degree from {school}
    """,
    "meet": """
        meet {with}
        get to know {with}
        make friends with {with}
    """,
    "make_up": """
        make up with {with}
        patch things up with {with}
        make peace with {with}
    """,
    "celebrate": """
        celebrate {occasion}
        throw a party for {occasion}
        have a party for {occasion}
    """,
    "start_learning": """
        learn {language}
        take up {language}
        take {language} lessons
        start {a:language} course
    """,
    "start_diet": """
        go {diet}
        start a {diet} diet
        switch to a {diet} diet
    """,
}

PLANNED = """
    {who'm} <planning|hoping> to {do} {when}
    {who'm} going to {do} {when}
    {who} [want] to {do} {when}
    {who} [plan] to {do} {when}
    {who'm} thinking of {doing} {when}
    {who've} decided to {do} {when}
    the plan is {for_whom} to {do} {when}
    {who'm} looking forward to {doing} {when}
    {who'm} set to {do} {when}
    if all goes well, {who'll} {do} {when}
    {who'm} supposed to {do} {when}
    {who} [intend] to {do} {when}
    {who've} made up {their} mind to {do} {when}
    {who'm} saving up to {do} {when}
    {who'm} keen to {do} {when}
"""

FAILED = """
    {who's} plan to {do} fell through {when}
    {who} didn't end up {doing} after all
    nothing came of {who's} plan to {do}
    {who} had to give up {their} plan to {do} {when}
    {who} dropped the idea of {doing} {when}
    {who'm} not going to {do} after all
    {who} won't {do} after all, the plan is off
    {who} had to cancel the plan to {do} {when}
    in the end {who} didn't {do}
    the plan was {for_whom} to {do}, but it didn't work out
    {who'm} not {doing} anymore, it's off
    remember {who's} plan to {do}? It's off
"""

SUPPOSED = """
    maybe {who} should {do}
    {who} might {do} one day, who knows
    what if {who} decided to {do}?
    imagine if {who} were to {do}
    if {who} had the money, {they'd} {do}
    {who} wouldn't mind {doing} one day
    {who'm} toying with the idea of {doing}
    suppose {who} were to {do}, would that be crazy?
    if {who} could choose, {they'd} {do}
    {who} could always {do}, in theory
    one day {who} might {do}, or not
    {who've} been daydreaming about {doing}
"""

DENIED = """
    {who} didn't {do}
    it's not true that {who} decided to {do}
    no, {who} did not {do}
    for the record, {who} didn't {do}
    {who} never said {they} would {do}, and {they} didn't
    whoever told you that: {who} didn't {do}
    there was some talk, but {who} didn't {do}
    just to be clear, {who} did not {do}
"""

HOLDS: dict[str, str] = {
    "livesIn": """
        {who} [live] in {it}
        {who've} had a home in {it} {since!}
        {who've} lived in {it} {since!}
        {who've} been living in {it} {since!}
        {who'm} living in {it}
        {who's} home is in {it}
        {who'm} based in {it}
        {who} [have] <a flat|a place|an apartment> in {it}
        {who'm} at home in {it}
        home for {whom} is {it}
        {who} <[rent]|[share]> a place in {it}
        {who'm} down in {it}, that's where {they} [live]
        {it} is where {who} [live]
        {it} has been {who's} home {since!}
        {who} [live] right in the middle of {it}
    """,
    "worksFor": """
        {who} [work] <at|for> {it}
        {who'm} working <at|for> {it}
        {who've} worked <at|for> {it} {since!}
        {who've} been with {it} {since!}
        {who's} employer is {it}
        {who} [have] a job at {it}
        {who'm} employed <at|by> {it}
        {who} [earn] {their} living at {it}
        {who'm} on the staff at {it}
        {who'm} on the payroll at {it}
        {it} pays {who's} wages
        {it} is where {who} [work]
        {who've} been working at {it} {since!}
        {who} [spend] {their} working days at {it}
    """,
    "worksAs": """
        {who'm} {a:it}
        {who} [work] as {a:it}
        {who'm} working as {a:it}
        {who's} job is <being|working as> {a:it}
        {who've} been {a:it} {since!}
        {who've} worked as {a:it} {since!}
        {who} [earn] {their} living as {a:it}
        {who'm} employed as {a:it}
        {who} [have] a job as {a:it}
        for a living, {who} [work] as {a:it}
        work-wise, {who'm} {a:it}
    """,
    "spouseOf": """
        {who'm} married to {it}
        {it:sub} [it:be] {who's} {husband}
        {who's} {husband} is called {it:name}
        {who's} {husband} is {it:name}
        {who've} been married to {it} {since!}
        {bothit} are married
        {bothit} have been married {since!}
        {bothit} are husband and wife
        {who} [share] {their} life with {it}, {who's} {husband}
        {who} and {it:too} are a married couple
        {it:name} and {who:too} are married
    """,
    "partnerOf": """
        {who'm} dating {it}
        {it:sub} [it:be] {who's} {boyfriend}
        {who's} {boyfriend} is called {it:name}
        {who's} {boyfriend} is {it:name}
        {bothit} are a couple
        {bothit} are <together|dating|seeing each other>
        {bothit} have been a couple {since!}
        {bothit} have been <together|dating> {since!}
        {who'm} going out with {it}
        {who'm} in a relationship with {it}
    """,
    "parentOf": """
        {it:sub} [it:be] {who's} {son}
        {who's} {son} is called {it:name}
        {who} [have] a {son} called {it:name}
        {who} [be] {it's} {mother}
        {who'm} the {mother} of {it}
        {who} [have] a {son}, {it:name}
        {who's} {son} {it:name} is the light of {their} life
        {it's} {mother} is {who:name}
    """,
    "siblingOf": """
        {it:sub} [it:be] {who's} {brother}
        {who's} {brother} is called {it:name}
        {who} [have] a {brother} called {it:name}
        {who} [have] a {brother}, {it:name}
        {bothit} are siblings
        {who'm} {it's} {sister}
        {who's} {brother} {it:name} is great
        {bothit} grew up together as siblings
    """,
    "friendOf": """
        {who'm} friends with {it}
        {it:sub} [it:be] a friend of {who's+}
        {it:sub} [it:be] a good friend of {who's+}
        {bothit} are friends
        {bothit} are <good|close|old> friends
        {who} and {it:too} are <good|close> friends
        {who's} friend {it:name} is lovely
        {who've} been friends with {it} {since!}
        {bothit} have been friends {since!}
        {it:sub} [it:be] one of {who's} friends
        {who'm} good <mates|pals> with {it}
        {it:sub} [it:be] {who's} <good friend|mate|pal>
    """,
    "owns": """
        {who} [have] {a:it}
        {who} [own] {a:it}
        {who've} had {a:it} {since!}
        {who've} got {a:it}
        {who've} got {a:it} at home
        {who've} owned {a:it} {since!}
        the {it} is {who's+}
        the {it} belongs to {whom}
        {who} [use] {their} {it} all the time
        {who} [love] {their} {it}
        {who's} {it} is <still going strong|great>
        {who'm} the owner of {a:it}
    """,
    "likes": """
        {who} [like] {it}
        {who} [love] {it}
        {who'm} a <big|huge> fan of {it}
        {who'm} <really|totally> into {it}
        {who} really [like] {it}
        {who} [enjoy] {it}
        {who} [adore] {it}
        {who} can't get enough of {it}
        {who'm} crazy about {it}
        {who'm} very fond of {it}
        {it} [it:make] {whom} happy
        {who've} got a soft spot for {it}
        {who've} a weakness for {it}
        {it} [it:be] right up {who's} street
        {who'm} keen on {it}
    """,
    "dislikes": """
        {who} [do]n't like {it}
        {who} [hate] {it}
        {who} can't stand {it}
        {who'm} not a fan of {it}
        {who} [dislike] {it}
        {who} really [do]n't like {it}
        {who'm} not keen on {it}
        {it} [it:be] not {who's} thing
        {it} [it:be] not for {whom}
        {who} [loathe] {it}
        {who} can't bear {it}
        {who} never liked {it} and still [do]n't
        you can keep {it}, {who} [hate] it
    """,
    "favorite": """
        {who's} favourite food is {it}
        {who's} all-time favourite is {it}
        {it} [it:be] {who's} favourite food
        nothing beats {it} for {whom}
        {who} [like] {it} best of all
        of all foods {who} [like] {it} most
        {who's} favourite thing to eat is {it}
        {who} [call] {it} {their} favourite
        {it} [it:be] {who's} number one
    """,
    "prefers": """
        {who} [prefer] {it}
        {who} [prefer] {it} to anything else
        given the choice, {who} [prefer] {it}
        {who'd} rather have {it}
        if there's a choice, {who} [take] {it}
        {who} always [go] for {it}
        {it} [it:be] what {who} [prefer]
        when it comes to drinks, {who} [prefer] {it}
        {who} [choose] {it} over anything else
    """,
    "drinks": """
        {who} [drink] {it}
        {who} [drink] {it} every day
        {who} always [have] {it} in the morning
        {who} [start] the day with {it}
        {who} [drink] a lot of {it}
        {who} [live] on {it}
        {it} is what {who} [drink]
        {who} mostly [drink] {it}
    """,
    "hasPet": """
        {who} [have] {a:it.sort} called {it}
        {who} [have] {a:it.sort} named {it}
        {who} [have] {a:it.sort}, {it}
        {who's} {it.sort} is called {it}
        {who've} got {a:it.sort} called {it}
        {who've} had {their} {it.sort} {it} {since!}
        {who's} {it.sort} {it} <is adorable|runs the place|sleeps all day>
        {who} [live] with {a:it.sort} called {it}
        {it} is {who's} {it.sort}
        {who's} pet is {a:it.sort} called {it}
    """,
    "allergicTo": """
        {who'm} allergic to {it}
        {who} [have] an allergy to {it}
        {who} [have] a bad allergy to {it}
        {who} can't have anything to do with {it}, {they'm} allergic
        {who'm} badly allergic to {it}
        {who} [react] badly to {it}, it's an allergy
        {it} [it:set] off {who's} allergy
        {who} [have] to stay away from {it}, allergy
        be careful with {it}, {who'm} allergic
    """,
    "hasCondition": """
        {who} [have] {a:it}
        {who've} had {a:it} {since!}
        not_injury:: {who} [suffer] from {a:it}
        {who've} got {a:it}
        lasting:: {who'm} living with {a:it}
        not_injury:: {who've} been dealing with {a:it} {since!}
        lasting:: {who} [take] medicine for {their} {it}
        {who'm} being treated for {a:it}
        not_injury:: {who'm} struggling with {a:it}
        {who's} {it} is <a nuisance|giving {whom} trouble>
    """,
    "speaks": """
        {who} [speak] {it}
        {who} [speak] fluent {it}
        {who} [know] {it}
        {who'm} fluent in {it}
        {who} [speak] {it} quite well
        {who} can speak {it}
        {who'm} good at {it}, {they} [speak] it well
        {who} can hold a conversation in {it}
        {who} [get] by in {it}
    """,
    "memberOf": """
        {who'm} a member of {the:it}
        {who'm} in {the:it}
        {who} [belong] to {the:it}
        {who've} been a member of {the:it} {since!}
        {who've} been in {the:it} {since!}
        {who} [go] to {the:it} every week, as a member
        {who} [be] one of the members of {the:it}
        {who} [have] a membership at {the:it}
        {who'm} active in {the:it}
    """,
    "studiesAt": """
        {who} [study] at {it}
        {who'm} a student at {it}
        {who'm} studying at {it}
        {who} [go] to {it}
        {who've} been studying at {it} {since!}
        {who've} been at {it} {since!}, as a student
        {who'm} doing a degree at {it}
        {who'm} enrolled at {it}
        {who's} university is {it}
    """,
    "studies": """
        {who} [study] {it}
        {who'm} studying {it}
        {who'm} {a:it} student
        {who'm} doing a degree in {it}
        {who've} been studying {it} {since!}
        {who's} subject is {it}
        {who} [major] in {it}
        {who's} degree is in {it}
        {who'm} reading up on {it} all day, that's what {they} [study]
    """,
    "graduatedFrom": """
        {who} graduated from {it}
        {who} [hold] a degree from {it}
        {who} [have] a degree from {it}
        {who'm} a graduate of {it}
        {who} got {their} degree at {it}
        {who} finished {their} studies at {it}
        {who'm} an alum of {it}
        {who's} degree is from {it}
    """,
    "visited": """
        {who've} been to {it}
        {who've} visited {it}
        {who've} seen {it}
        {who} [know] {it} from a visit
        {who've} already been to {it}
        {who've} been to {it} once
        {who've} spent some days in {it}
        {who've} made a trip to {it} before
    """,
    "manages": """
        {who'm} in charge of {it}
        {who} [lead] {it}
        {who} [run] {it}
        {who} [manage] {it}
        {who'm} the lead on {it}
        {who'm} running {it}
        {who'm} responsible for {it}
        {who} [head] {it}
        {it} is {who's} project
    """,
    "learns": """
        {who'm} learning {it}
        {who} [take] {it} lessons
        {who'm} taking a course in {it}
        {who've} been learning {it} {since!}
        {who'm} trying to learn {it}
        {who} [practise] {their} {it} every day, still learning
        {who} [have] {it} lessons every week
        {who'm} busy learning {it}
    """,
    "hasDiet": """
        {who'm} on a {it} diet
        {who} [follow] a {it} diet
        {who've} been on a {it} diet {since!}
        {who} [stick] to a {it} diet
        {who's} diet is {it}
        {who'm} eating {it}
        {who} [keep] to a {it} diet
        {who've} been eating {it} {since!}
    """,
    "locatedIn": """
        {who} is in {it}
        {who} is <based|located> in {it}
        {who} has its home in {it}
        you'll find {who} in {it}
        {who} is over in {it}
        {who} has been in {it} {since!}
        {who} sits in {it}
        {it} is where {who} is
    """,
    "bornIn": """
        {who} [was] born in {it}
        {who's} birthplace is {it}
        {who'm} from {it} originally, born there
        {it} is where {who} [was] born
        {who} [was] born and bred in {it}
        {who} came into the world in {it}
        {who'm} a native of {it}, born there
        {who's} passport says {they} [was] born in {it}
    """,
    "bornOn": """
        {who} [was] born on {it}
        {who's} date of birth is {it}
        {who's} birthday is {it}
        {it} is the day {who} [was] born
        {who} came into the world on {it}
        {who's} passport says born on {it}
        {who's} day of birth was {it}
        the day of {who's} birth is {it}
    """,
    "hasAge": """
        {who'm} {it}
        {who'm} {it} years old
        {who'm} {it} now
        {who's} age is {it}
        {who'm} already {it}
        {who've} reached the age of {it}
        at the moment {who'm} {it} years old
        {who} [be] aged {it}
    """,
    "plays": """
        {who} [play] {it}
        {who} [play] {it} every week
        {who'm} playing {it} a lot
        {who} can play {it}
        {who} [play] {it} for fun
        {who} [spend] {their} weekends playing {it}
        {who} [play] {it} after work
        {who} [like] to relax by playing {it}
    """,
    "practices": """
        {who'm} doing a lot of {it}
        {who's} hobby is {it}
        {it} is {who's} hobby
        {who} [do] {it} in {their} free time
        {who} [spend] {their} weekends on {it}
        {who} [have] one hobby, {it}
        {who} [do] {it} regularly
        {who} [find] time for {it} every week
    """,
}

USED_TO: dict[str, str] = {
    "livesIn": """
        {who} used to live in {it}
        {who} lived in {it} <before|back then>
        once upon a time {who} had a flat in {it}
        {it} was {who's} home <before|once>
    """,
    "worksFor": """
        {who} used to work <at|for> {it}
        {who} worked at {it} <before|back then>
        {it} was {who's} old employer
        {who} once worked for {it}
    """,
    "worksAs": """
        {who} used to be {a:it}
        {who} used to work as {a:it}
        {who} [was] {a:it} <before|once>
        {who} worked as {a:it} in the past
    """,
    "owns": """
        {who} used to have {a:it}
        {who} used to own {a:it}
        {who} had {a:it} <before|once>
    """,
    "memberOf": """
        {who} used to be in {the:it}
        {who} used to be a member of {the:it}
        {who} [was] with {the:it} <before|once>
    """,
    "partnerOf": """
        {who} used to date {it}
        {who} went out with {it} <once|before>
        {who} used to be together with {it}
    """,
    "spouseOf": """
        {who} used to be married to {it}
        {who} [was] married to {it} <once|before>
        {it:name} used to be {who's} {husband}
    """,
    "hasPet": """
        {who} used to have {a:it.sort} called {it}
        {who} had {a:it.sort} called {it} <once|before>
        {who's} old {it.sort} was called {it}
    """,
    "studiesAt": """
        {who} used to study at {it}
        {who} [was] a student at {it} <before|once>
        {who} once studied at {it}
    """,
    "hasCondition": """
        {who} used to have {a:it}
        {who} had {a:it} <before|once>
        {who} had {a:it}, but that's over
    """,
    "likes": """
        {who} used to like {it}
        {who} used to love {it}
        {who} liked {it} <once|back then>
    """,
    "manages": """
        {who} used to run {it}
        {who} used to be in charge of {it}
        {who} [was] the lead on {it} <once|before>
    """,
    "locatedIn": """
        {who} used to be in {it}
        {who} [was] in {it} <before|once>
        {who} once had its home in {it}
    """,
}

NOT_SO: dict[str, str] = {
    "livesIn": """
        {who} [do]n't live in {it}
        {who} [do] not live in {it}
        {who's} home is not in {it}
        {it} is not where {who} [live]
    """,
    "worksFor": """
        {who} [do]n't work <at|for> {it}
        {who} [do] not work at {it}
        {who'm} not employed at {it}
        {it} is not where {who} [work]
    """,
    "worksAs": """
        {who'm} not {a:it}
        {who} [do]n't work as {a:it}
        {who'm} no {it}
    """,
    "owns": """
        {who} [do]n't have {a:it}
        {who} [do]n't own {a:it}
        the {it} isn't {who's+}
    """,
    "likes": """
        {who} [do]n't like {it}
        {who'm} not into {it}
        {it} [it:be]n't {who's} thing
    """,
    "speaks": """
        {who} [do]n't speak {it}
        {who} can't speak {it}
        {who} [do]n't speak a word of {it}
    """,
    "plays": """
        {who} [do]n't play {it}
        {who} can't play {it}
        {who'm} not one for playing {it}
    """,
    "visited": """
        {who've} never been to {it}
        {who've} never visited {it}
        {who've} never seen {it}
    """,
    "allergicTo": """
        {who'm} not allergic to {it}
        {who} [do]n't have an allergy to {it}
        {it} [it:be] fine for {whom}, no allergy there
    """,
    "memberOf": """
        {who'm} not a member of {the:it}
        {who'm} not in {the:it}
        {who} [do]n't belong to {the:it}
    """,
    "hasCondition": """
        {who} [do]n't have {a:it}
        {who'm} not suffering from {a:it}
        the doctor says it's not {a:it} for {whom}
    """,
    "hasPet": """
        {who} [do]n't have {it}, wrong person
        {it} isn't {who's} {it.sort}
        that {it.sort} {it} isn't {who's+}
    """,
    "friendOf": """
        {who'm} not friends with {it}
        {bothit} aren't friends
        {it:sub} [it:be] not a friend of {who's+}
    """,
    "spouseOf": """
        {who'm} not married to {it}
        {bothit} aren't married
        {it:sub} [it:be] not {who's} {husband}
    """,
    "studies": """
        {who} [do]n't study {it}
        {who's} subject isn't {it}
        {who'm} not studying {it}
    """,
}

ASKED: dict[str, str] = {
    "move": """
        where did {who} move? => {to} | to {to} | to {to}, {when+}
        which town did {who} move to? => {to} | it was {to}
        what's {who's} new town called? => {to} | {to}, {they} moved {when+}
    """,
    "start_job": """
        where did {who} find a job? => {firm} | at {firm} | at {firm}, {they} started {when+}
        who hired {whom}? => {firm} did | {firm}
        which company did {who} join? => {firm} | {firm}, {when+}
    """,
    "leave_job": """
        which job did {who} leave? => the one at {firm} | the job at {firm}
        which company did {who} leave? => {firm} | {firm}, {when+}
        where did {who} stop working? => at {firm} | {firm}
    """,
    "promotion": """
        what did they promote {whom} to? => {job} | to {job} | {job}, since {when+}
        what is {who} after the promotion? => {a:job} | {a:job} now
        what's {who's} new job title? => {job} | it's {job}
    """,
    "start_dating": """
        who is {who} dating now? => {with} | it's {with}
        who did {who} get together with? => {with} | with {with}, {when+}
        who's the lucky one {who} started seeing? => {with} | that would be {with}
    """,
    "engage": """
        who did {who} get engaged to? => {with} | to {with} | to {with}, {when+}
        who asked {whom} to get engaged, and is it on? => {with}, and yes | {with}, yes
        who is {who} engaged to? => {with} | to {with}
    """,
    "marry": """
        who did {who} marry? => {with} | {with}, {when+} | it was {with}
        who did {who} tie the knot with? => with {with} | {with}
        who was at the altar with {whom}? => {with} | {with} was
    """,
    "break_up": """
        who did {who} break up with? => {with} | with {with} | with {with}, {when+}
        who did {who} split up with? => {with} | it was {with}
        whose relationship with {whom} ended? => {with's} | {with's}, sadly
    """,
    "divorce": """
        who did {who} get divorced from? => {with} | from {with} | from {with}, {when+}
        who did {who} divorce? => {with} | it was {with}
        whose marriage to {whom} ended? => {with's} | {with's}, sadly
    """,
    "birth": """
        what's the name of {who's} baby? => {child} | {child}, born {when+}
        what did {who} call the baby? => {child} | the name is {child}
        who's the newborn {son} of {who's+}? => that's {child} | {child}
    """,
    "adopt_pet": """
        what's {who's} new pet called? => {pet} | {pet}, it's {a:pet.sort} | it's {pet}
        which animal did {who} adopt? => {pet}, {a:pet.sort} | {a:pet.sort} called {pet}
        what did {who} name the new {pet.sort}? => {pet} | it's {pet}
    """,
    "pet_dies": """
        which of {who's} pets died? => {pet} | it was {pet} | {pet}, {when+}
        who did {who} have to bury? => {pet}, the {pet.sort} | poor {pet}
        was it {who's} {pet.sort} that died? => yes, {pet} | {pet}, yes
    """,
    "buy": """
        what did {who} buy? => {a:thing} | {a:thing}, {when+} | it was {a:thing}
        what did {who} spend the money on? => {a:thing} | on {a:thing}
        what's {who's} latest buy? => {a:thing} | that would be {a:thing}
    """,
    "sell": """
        what did {who} sell? => the {thing} | {their} {thing} | {their} {thing}, {when+}
        what did {who} get rid of by selling it? => the {thing} | {their} {thing}
        which of {who's} things got sold? => the {thing} | it was the {thing}
    """,
    "lose": """
        how=lost:: what did {who} lose? => {their} {thing} | the {thing}, {when+}
        how=stolen:: what was stolen from {whom}? => {their} {thing} | the {thing}, {when+}
        how=broken:: what did {who} break? => {their} {thing} | the {thing}, {when+}
        how=lost:: which of {who's} things went missing? => the {thing} | {their} {thing}
        how=stolen:: which of {who's} things did the thief take? => the {thing} | {their} {thing}
        how=broken:: which of {who's} things broke? => the {thing} | {their} {thing}
    """,
    "travel": """
        where did {who} go on holiday? => {to} | to {to} | to {to}, {when+}
        where was {who's} trip to? => {to} | to {to}
        which place did {who} visit? => {to} | {to}, {when+}
    """,
    "accident": """
        where did {who} have the accident? => in {place} | {place} | in {place}, {when+}
        where [was] {who} when it happened, the accident? => in {place} | {place}
        where did {who} get hurt in that accident? => in {place} | it was in {place}
    """,
    "fall_ill": """
        what did {who} come down with? => {a:condition} | {a:condition}, {when+}
        what did the doctor say {who} had? => {a:condition} | it's {a:condition}
        what's wrong with {whom}? => {a:condition} | it's {a:condition}, {since!}
    """,
    "recover": """
        what did {who} recover from? => {the:condition} | from {the:condition}, {when+}
        what did {who} get over? => {the:condition} | it was {the:condition}
        which illness is {who} rid of now? => {the:condition} | {the:condition}, {since!}
    """,
    "start_project": """
        which project did {who} start? => {project} | {project}, {when+}
        what did they put {whom} in charge of? => {project} | it's {project}
        what did {who} kick off? => {project} | that was {project}
    """,
    "finish_project": """
        which project did {who} finish? => {project} | {project}, {when+}
        what did {who} wrap up? => {project} | it was {project}
        what did {who} get done? => {project} | {project}, at last
    """,
    "join": """
        what did {who} join? => {the:club} | {the:club}, {when+}
        which club did {who} sign up for? => {the:club} | it's {the:club}
        where did {who} become a member? => {the:club} | in {the:club}
    """,
    "leave": """
        which club did {who} leave? => {the:club} | {the:club}, {when+}
        what did {who} quit? => {the:club} | it was {the:club}
        where did {who} give up {their} membership? => {the:club} | at {the:club}
    """,
    "start_studies": """
        where did {who} enrol? => at {school} | {school} | at {school}, {when+}
        what did {who} start studying? => {field} | {field}, at {school}
        which school did {who} start at? => {school} | it's {school}
    """,
    "exam": """
        outcome=passed:: which exam did {who} pass? => {field} | the {field} one
        outcome=failed:: which exam did {who} fail? => {field} | the {field} one
        how did {who's} {field} exam go? => {they} {outcome} | {they} {outcome}, {when+}
        did {who} get through the {field} exam? => {they} {outcome} it | well, {they} {outcome}
    """,
    "graduate": """
        where did {who} graduate from? => {school} | from {school} | from {school}, {when+}
        which school did {who} finish? => {school} | it was {school}
        where did {who} get {their} degree? => at {school} | {school}
    """,
    "meet": """
        who did {who} meet? => {with} | {with}, {when+}
        who's {who's} new friend? => {with} | it's {with}
        who did {who} get to know? => {with} | that was {with}
    """,
    "quarrel": """
        who did {who} fall out with? => {with} | with {with} | with {with}, {when+}
        who did {who} have a fight with? => {with} | it was {with}
        who did {who} argue with? => {with} | with {with}
    """,
    "make_up": """
        who did {who} make up with? => {with} | with {with} | with {with}, {when+}
        who did {who} make peace with? => {with} | it was {with}
        who is {who} friends with again? => {with} | with {with}
    """,
    "celebrate": """
        what did {who} celebrate? => {occasion} | {occasion}, {when+}
        what was {who's} party for? => {occasion} | it was {occasion}
        what was the occasion of {who's} party? => {occasion} | {occasion}, of course
    """,
    "start_liking": """
        what did {who} get into? => {thing} | {thing}, {when+}
        what's {who's} new thing? => {thing} | it's {thing}
        what did {who} take a liking to? => {thing} | that's {thing}
    """,
    "go_off": """
        what [have] {who} gone off? => {thing} | {thing}, {when+}
        what can't {who} stand anymore? => {thing} | it's {thing}
        what did {who} stop liking? => {thing} | that's {thing}
    """,
    "start_learning": """
        which language did {who} start learning? => {language} | {language}, {when+}
        which language course did {who} sign up for? => {language} | it's {language}
        what did {who} take up? => {language} | it's {language}
    """,
    "start_diet": """
        which diet did {who} start? => {diet} | a {diet} one | {diet}, {when+}
        how did {who} change {their} diet? => {they} went {diet} | to a {diet} one
        what did {who} switch to, food-wise? => a {diet} diet | {diet}
    """,
    "firm_moves": """
        where did {firm} move? => {to} | to {to} | to {to}, {when+}
        where did {firm} relocate to? => {to} | it's {to}
        where are the new offices of {firm}? => in {to} | {to}
    """,
    "firm_closes": """
        which firm closed down? => {firm} | {firm}, {when+}
        who went bust? => {firm} did | it was {firm}
        which company shut down? => {firm} | that was {firm}
    """,
    "mood": """
        how [was] {who} {when+}? => really {feeling} | pretty {feeling}
        how did {who} feel {when+}? => {feeling} | very {feeling}
        what was {who's} mood like {when+}? => {feeling} | rather {feeling}
    """,
    "livesIn": """
        where [do] {who} live? => {it} | in {it} | in {it}, {since}
        which town [do] {who} live in? => {it} | it's {it}
    """,
    "worksFor": """
        where [do] {who} work? => {it} | at {it} | at {it}, {since}
        who [do] {who} work for? => {it} | for {it}
    """,
    "worksAs": """
        what [do] {who} do for a living? => {they'm} {a:it} | {a:it}
        what's {who's} job? => {a:it} | {they'm} {a:it}
    """,
    "spouseOf": """
        who [be] {who} married to? => {it} | to {it} | to {it}, {since}
        who's {who's} {husband}? => {it} | that's {it}
    """,
    "partnerOf": """
        who [be] {who} dating? => {it} | it's {it}
        who's {who's} {boyfriend}? => {it} | that's {it}
    """,
    "parentOf": """
        [do] {who} have a {son}? => yes, {it} | yes, {they} [do], {it}
        what's {who's} {son} called? => {it} | {it} is the name
    """,
    "siblingOf": """
        [do] {who} have a {brother}? => yes, {it} | yes, {they} [do], {it}
        what's {who's} {brother} called? => {it} | {it} is the name
    """,
    "friendOf": """
        who [be] {who} friends with? => {it} | with {it}
        who's a friend of {who's+}? => {it} | {it}, for one
    """,
    "owns": """
        what [do] {who} use a lot? => {their} {it} | {their} own {it}
        is there anything nice {who} [own]? => {their} {it} | yes, {a:it}
    """,
    "likes": """
        what [do] {who} like? => {it} | {it}, for one
        what [be] {who} into? => {it} | mostly {it}
    """,
    "dislikes": """
        what [do] {who} dislike? => {it} | {it}, for one
        is there something {who} can't stand? => {it} | yes, {it}
    """,
    "favorite": """
        what's {who's} favourite food? => {it} | {it}, no question
        which food [do] {who} like best? => {it} | that's {it}
    """,
    "prefers": """
        what [do] {who} prefer to drink? => {it} | {it}, always
        which drink [do] {who} prefer? => {it} | that's {it}
    """,
    "drinks": """
        what [do] {who} drink? => {it} | mostly {it}
        what [do] {who} have to drink in the morning? => {it} | always {it}
    """,
    "hasPet": """
        what's {who's} {it.sort} called? => {it} | it's {it}
        [do] {who} have a pet? => yes, {a:it.sort} called {it} | yes, {it}
    """,
    "allergicTo": """
        what [be] {who} allergic to? => {it} | to {it}
        [do] {who} have any allergies? => yes, {it} | {it}, sadly
    """,
    "hasCondition": """
        how's {who's} health? => {they} [have] {a:it} | {they've} got {a:it}
        what's wrong with {whom}? => {a:it} | it's {a:it}
    """,
    "speaks": """
        which language can {who} speak? => {it} | {it}, quite well
        which languages [do] {who} know? => {it}, for one | {it}, among others
    """,
    "memberOf": """
        which club [be] {who} in? => {the:it} | it's {the:it}
        where [be] {who} a member? => {the:it} | in {the:it}
    """,
    "studiesAt": """
        where [do] {who} study? => {it} | at {it} | at {it}, {since}
        which school [do] {who} go to? => {it} | to {it}
    """,
    "studies": """
        what [do] {who} study? => {it} | it's {it}
        what's {who's} subject? => {it} | that's {it}
    """,
    "graduatedFrom": """
        where did {who} get {their} degree? => at {it} | {it}
        where did {who} graduate? => {it} | from {it}
    """,
    "locatedIn": """
        where is {who}? => {it} | in {it}
        which town is {who} in? => {it} | it's in {it}
    """,
    "bornIn": """
        where [was] {who} born? => {it} | in {it}
        what's {who's} birthplace? => {it} | that's {it}
    """,
    "bornOn": """
        when [was] {who} born? => {it} | on {it}
        what's {who's} date of birth? => {it} | it's {it}
    """,
    "hasAge": """
        how old [be] {who}? => {it} | {they'm} {it}
        what's {who's} age? => {it} | {it} now
    """,
    "plays": """
        what [do] {who} play? => {it} | mostly {it}
        which game or instrument [do] {who} play? => {it} | it's {it}
    """,
    "practices": """
        what's {who's} hobby? => {it} | it's {it}
        what [do] {who} do in {their} free time? => {it} | mostly {it}
    """,
    "visited": """
        which places [have] {who} been to? => {it}, for one | {it} once
        where [have] {who} travelled? => to {it} | {it}, for example
    """,
    "manages": """
        what [be] {who} in charge of? => {it} | of {it}
        which project [do] {who} run? => {it} | it's {it}
    """,
    "learns": """
        which language [be] {who} learning? => {it} | it's {it}
        what language course [do] {who} take? => {it} | it's {it}
    """,
    "hasDiet": """
        which diet [be] {who} on? => {it} | a {it} one
        how [do] {who} eat these days? => {it} | a {it} diet
    """,
}

TOOLS: dict[str, str] = {
    "move": """
        (address change) name: {who:full}; new town: {to}; valid from: {when:iso}
        {"service": "post office", "customer": "{who:full}", "new_town": "{to}", "from": "{when:iso}"}
    """,
    "start_job": """
        (hr) new employee: {who:full}; employer: {firm}; start: {when:iso}
        {"event": "employment_start", "employer": "{firm}", "employee": "{who:full}", "date": "{when:iso}"}
    """,
    "buy": """
        (order) buyer: {who:full}; item: {thing}; status: delivered; date: {when:iso}
        {"order": {"item": "{thing}", "buyer": "{who:full}", "paid_on": "{when:iso}"}}
    """,
    "travel": """
        (booking) traveller: {who:full}; destination: {to}; arrival: {when:iso}; status: travelled
        {"trip": {"traveller": "{who:full}", "destination": "{to}", "arrived": "{when:iso}"}}
    """,
    "exam": """
        (results) candidate: {who:full}; subject: {field}; date: {when:iso}; result: {outcome}
        {"exam": "{field}", "candidate": "{who:full}", "result": "{outcome}", "date": "{when:iso}"}
    """,
    "start_project": """
        (tracker) project created: {project}; lead: {who:full}; date: {when:iso}
        {"project": "{project}", "lead": "{who:full}", "started": "{when:iso}"}
    """,
    "finish_project": """
        (tracker) project closed: {project}; lead: {who:full}; date: {when:iso}
        {"project": "{project}", "lead": "{who:full}", "closed": "{when:iso}"}
    """,
    "fall_ill": """
        (clinic) patient: {who:full}; diagnosis: {condition}; date: {when:iso}
        {"patient": "{who:full}", "diagnosis": "{condition}", "date": "{when:iso}"}
    """,
    "graduate": """
        (registry) degree awarded to: {who:full}; school: {school}; date: {when:iso}
        {"degree": {"school": "{school}", "graduate": "{who:full}", "date": "{when:iso}"}}
    """,
    "marry": """
        (registry) marriage: {who:full} and {with:full}; date: {when:iso}
        {"record": "marriage", "spouses": ["{who:full}", "{with:full}"], "date": "{when:iso}"}
    """,
    "join": """
        (members) {club}: new member {who:full}; joined: {when:iso}
        {"club": "{club}", "member": "{who:full}", "joined": "{when:iso}"}
    """,
}

TOOL_CALLS = """
    let me look that up
    one moment, I'll check the records
    checking that for you
    let me see what the records say
    give me a second to look it up
    I'll pull up the entry
    let me search for it
    looking it up now
"""

# {source}: a person; {what}: a clause about somebody else, or about the source as "he" or "she"
HEARSAY = """
    {source} says {what}
    {source} told me {what}
    I heard from {source} that {what}
    according to {source}, {what}
    {source} mentioned that {what}
    {source} tells me {what}
    {source:sub} was saying that {what}
    if {source} is right, {what}
    {source} reckons {what}
    word from {source} is that {what}
    I have it from {source} that {what}
    apparently, says {source}, {what}
"""

# {effect} and {cause} are clauses
BECAUSE: dict[str, str] = {
    "cause": """
        {effect} because {cause}
        {cause}, so {effect}
        {cause}, and that's why {effect}
        {effect}, all because {cause}
        {effect}. The reason is that {cause}
        {cause}. As a result, {effect}
        {effect}, since {cause}
        {effect}. It all came about because {cause}
        it was because {cause} that {effect}
    """,
    "enable": """
        {cause}, and that's how {effect}
        {effect}. That was only possible because {cause}
        {cause}, and thanks to that {effect}
        {effect}, which only worked out because {cause}
        {cause}. That's how come {effect}
        {effect}, thanks to the fact that {cause}
    """,
    "motivate": """
        {cause}, so {effect}
        {effect} because {cause}
        {cause}. That got things going, and {effect}
        {effect}, the reason being that {cause}
        {cause}, and for that reason {effect}
        {effect}. Why? Because {cause}
        it was because {cause} that {effect}
    """,
    "prevent": """
        {effect}, because {cause}
        {cause}, so {effect}
        {cause}, which got in the way, so {effect}
        {effect}. The reason is that {cause}
        {cause}. That put paid to it: {effect}
        {effect}, all because {cause}
    """,
}

# a wrong word, then the right one, in one breath
SLIP = """
    {wrong}, no wait, {right}
    {wrong}, no, sorry, {right}
    {wrong}, I mean {right}
    {wrong}, or rather {right}
    {wrong}, ah no, {right}
    {wrong}, scratch that, {right}
"""

# a later turn that sets an earlier one right; {what} is the right statement
CORRECTION = """
    sorry, I got that wrong earlier: {what}
    correction: {what}
    I have to correct myself: {what}
    wait, I mixed something up. {what}
    I made a mistake before. {what}
    sorry, what I said was wrong: {what}
    scratch what I said: {what}
    ah, I need to put something right: {what}
    oops, I told you something wrong. {what}
"""

LEADS = """
    by the way,
    oh, and
    guess what,
    so,
    you know what,
    did I tell you?
    listen,
    anyway,
    big news:
    oh,
    well,
    speaking of which,
    funny story:
    news from here:
    not sure I told you, but
    before I forget,
"""

TAILS = """
    can you believe it?
    crazy, right?
    just so you know.
    anyway, that's that.
    lol
    haha
    time flies.
    that's life, I guess.
    more on that another time.
    I thought you should know.
    funny how things go.
    so that's the latest.
"""

OPENINGS = """
    hey, how's it going?
    hi there!
    hey hey!
    hello, long time no see
    hey you
    hi, are you around?
    hi, got a minute?
    hey, how are things?
    hiya
    hey there
"""

CLOSINGS = """
    ok, talk to you later!
    got to run, bye!
    see you soon
    alright, take care
    talk soon!
    have to go, speak soon
    ok, bye for now
    right, back to it. Bye!
"""

SMALL_TALK = """
    the weather has been awful all week
    I could really use a coffee right now
    did you see the match?
    this rain never stops
    my phone keeps running out of battery
    I can't believe how fast the week went
    traffic was terrible again
    I need a nap
    what a day
    I've been trying to cook more often
    I slept badly
    the neighbours are drilling again
    nothing new on my end otherwise
    everything is getting so expensive
    I watched that series everybody talks about, not bad
    the bus was late again, of course
    it's so quiet here today
    I still have a mountain of laundry
    the sunset was gorgeous
    how's your week been?
    I have no idea what to cook tonight
    the heating is acting up
    we should catch up properly some time
    I keep forgetting my umbrella
    the queue at the post office was endless
    I've had this song in my head all day
    somebody took my parking spot again
    it got dark so early today
    the internet was down all morning
    I burnt the toast again
    my back is killing me
    there was nothing on TV last night
    the lift is out of order again
    I should really tidy up in here
"""

REPLIES = """
    oh wow
    really?
    good to know
    ah, I see
    I had no idea
    thanks for telling me
    interesting!
    no way!
    oh, ok
    noted
    who would have thought
    that's quite something
    fancy that
    glad you told me
    well, well
    is that so?
    hm, ok
    right, makes sense
    you don't say
    ah, right
    huh
    I didn't know that
    ok, got it
"""

ASSISTANT = """
    Noted, I'll keep that in mind.
    Thanks for letting me know.
    Got it. Is there anything you need help with?
    Understood. Anything else?
    Thank you, I've made a note of it.
    All right. How can I help?
    Okay, thanks for the update.
    I see. Is there anything you'd like me to do?
    Thanks, I'll remember that.
    Noted. Let me know if that changes.
    Good to know, thank you.
    Sure, I've got that down.
    Thanks. What else is on your mind?
    Okay, I've added that to my notes.
    Alright, I'll keep that in view.
    Thanks for sharing that.
"""

# the assistant says a statement back to the user; {what} is addressed to "you"
RECAPS = """
    Just to confirm: {what}.
    So {what}, I've noted that.
    Let me say that back: {what}.
    I have it down like this: {what}.
    To sum up, {what}.
    If I understood you right, {what}.
"""

ASKING_ABOUT = """
    tell me, {question}
    {question}
    just wondering, {question}
    remind me, {question}
    by the way, {question}
    sorry, {question}
    quick question: {question}
    hey, {question}
"""

OCCASIONS = {
    "birthday": "{their} birthday",
    "promotion": "{their} promotion",
    "engage": "{their} engagement",
    "marry": "{their} wedding",
    "graduate": "{their} graduation",
    "start_job": "{their} new job",
    "finish_project": "the end of {their} project",
    "birth": "the birth of {their} baby",
}

FEELINGS = {"happy": "happy", "sad": "sad", "stressed": "stressed", "tired": "tired"}
OUTCOMES = {"passed": "passed", "failed": "failed"}
