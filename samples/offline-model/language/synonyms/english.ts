/**
 * What people say, and what rules and handbooks say for it, as far as the thesaurus does not link it: a group a line,
 * words of a group stand for each other. General English only; what is particular to a knowledge base is in its own list.
 */
export const english = `
abandon, derelict, leave behind
accident, incident, emergency, collision
accommodation, hotel, lodging
adult, age, years old
afford, hardship, instalment, pay
agreement, contract, consent
alarm, bell, siren, warning
allowed, may, permit, permitted, permission, licence, license, authorisation, approval, lawful
animal, dog, pet, cat
announce, notice, publish, inform, tell
anonymous, name, confidential, confidence, identity
answer, reply, response, respond
appeal, objection, complaint, complain, review, challenge, contest
apply, application, request
approve, sign, sign off, authorise, grant
ask, request, apply, inquiry
away, absent, absence, holiday, deputy, stand in, substitute
bad, defective, faulty, damaged, broken, spoiled
ban, forbid, forbidden, prohibit, illegal
bankrupt, insolvency
bill, invoice, notice, account
birthday, date of birth, age
boat, ship, craft, yacht, motorboat
boss, manager, head, employer, superior, supervisor
broken, damaged, defect, fault
brother, sister, relative, family
building, house, premises, property
business, trade, company, enterprise, firm
buy, purchase, order, acquire
cafe, restaurant, terrace, bar, pub
call, report, notify, phone, telephone, contact, ring
cancel, withdraw, revoke, terminate, end
car, vehicle, van, lorry, truck
carry, transport, carriage, shipment
certificate, proof, evidence, document
change, amend, alter, modification
charge, fee, cost, price
cheap, discount, reduction, half, rebate
cheat, fraud, false, falsify, forge, alter, fake
check, inspect, examine, control, verify, test, audit
chemicals, hazardous goods, dangerous goods, substances
children, minors, kids, underage, persons under 18, son, daughter, teenager
claim, compensation, damages, liability
clean, cleanliness, waste, sweep
close, shut, closure
clothes, vest, wear, gear
coast, shore, harbour
colleague, staff, employee, worker, personnel
company, enterprise, business, firm, legal person
compensate, compensation, damages, refund, liable, indemnity
complain, complaint, objection
computer, system, data
confess, own up, admit
copy, copies, duplicate, photocopy
cost, fee, price, charge, expensive, pay
course, training, instruction, lesson
court, judge, hearing, trial, tribunal
crime, offence, breach, violation
dangerous, hazardous, danger, risk
dead, death, die, heir
deadline, time limit, period, within
delay, late, overdue, postpone, default
deliver, delivery, shipment, supply, arrive
destroy, destruction, dispose, scrap
discount, reduction, rebate
discuss, meeting, hearing
dispose, throw away, get rid of, discard, waste, rubbish, garbage, trash
doctor, physician, medical, hospital
document, record, paper, file
door, entrance, exit, gate
driver, carrier
drop, spill, leak, release
drunk, alcohol
duty, obligation, must
early, before, in advance
electricity, power, current
emergency, urgent, immediate danger, alarm
employee, staff, worker, personnel
end, expire, termination, lapse
enter, entry, walk into, access, admission, come in
error, mistake, fault, wrong
exception, exemption, waive
expensive, cost, price, value
expired, out of date, date of use, shelf life, best before
explosive, fireworks
extend, extension, prolong, renew, longer
fail, default, reject, refuse
family, relative, spouse
fast, speed, speed limit
fault, negligence, blame
file, lodge, submit, hand in, filing
find, discover, lost property
fine, penalty, punish, sanction, ticket
fire, sack, dismiss, dismissal, terminate
food, groceries
forget, miss, omit, fail
truck, lift
free, free of charge, without charge, no fee, waived
friend, other person, third party, guest, somebody else
gas, spray
gift, present, benefit, bribe
goods, merchandise, stock, articles
government, town, office, authority, administration, council
healthy, illness, sick
hide, conceal, withhold, secret
home, dwelling, house, flat, apartment, residence
hurt, injury, accident
illness, sick, absence
inform, notify, tell, notice
injury, accident, hurt
inspector, official, officer, controller
insurance, policy, cover
interpreter, translator, translation, language
job, work, employment, trade
journalist, press, media, newspaper, reporter
judge, court
keep, store, retain, storage, kept, preserve
key, lock, code, access
kids, children, minors
language, interpreter, translation
late, overdue, delay, after the due date, reminder, interest
lawyer, attorney, legal adviser, counsel
leak, spill, release, escape
legal, lawful, permitted
lend, loan, hire, rent, lease, sublet, subletting, let
letter, writing, written, mail, post
liable, liability, responsible
licence, permit, license, permission
limit, maximum, at most, threshold
load, unload, cargo, freight
lock, seal, closed, secure
lorry, truck, van, vehicle
lost, loss, missing, lose
loud, noise, music
machine, device, equipment, tool
mail, post, letter, send
maintenance, repair, service
harbour, port, dock
mark, label, sign, plate
market, stall, stand
marry, spouse, family
measure, measurement, scale, weigh
meeting, session, hearing
money, payment, sum, amount, fee
move, transfer, relocate, transport
newspaper, press, journal, publication
night, dark, evening
noise, loud, disturbance, quiet, bark
notify, report, inform, announce, tell
number, quantity, amount, count
office, authority, agency, department
official, officer, inspector
oil, fuel, petrol, diesel
open, public, accessible
order, purchase order, request
own, owner, holder, possess, operator
package, parcel, box, carton
paper, record, document
park, leave a vehicle
party, event, festival
password, code, credentials
pay, payment, fee, cost, charge, money
penalty, fine, punishment, sanction, offence
permit, licence, permission, authorisation
person, individual, anyone
photograph, picture, image
plan, drawing, layout
police, officer
post, publish, announce
poor, hardship, social benefits, low income
price, cost, fee, rate
privacy, private, personal data, personal
problem, defect, difficulty, complaint
proof, evidence, prove, show
protect, safety, secure
punish, fine, penalty, offence
quick, fast, at once, immediately
quit, end, terminate
quiet, rest, silence, noise
receipt, slip, voucher, proof
refund, pay back, paid back, reimburse, money back, credit note
refuse, reject, deny, turn down
register, registration, list, enter
reimburse, refund, expenses, costs
remove, take away, clear
rent, hire, lease, let, sublet, subletting
repair, mend, fix, maintenance, yard
report, notify, announcement, notice
responsible, competent, in charge, responsibility, liable
rest, break, pause
return, give back, send back, take back
review, appeal, check
right, entitled, claim
rubbish, waste, refuse, garbage, trash
rule, provision, regulation, law, ordinance
safe, safety, secure
sailor, holder
sale, sell, sold, shop, store
scales, balance
school, pupils, education
secret, confidential, exempt, confidence, trade secret
seize, seizure, confiscate, take away
sell, sale, offer, trade
send, dispatch, ship, forward, pass on
shop, trader, seller, store, business
shoes, boots, footwear
sick, ill, illness, hospital
sign, signature
sorry, excuse, no fault, hindered
spill, leak, release
staff, employee, personnel, worker
steal, theft, stolen, thief, lost
stock, inventory, stocktaking, count
stop, end, suspend, cease
storm, weather
student, research
supplier, vendor, seller
take part, participate, attend
tax, duty, fee
tell, inform, notify, report
tenant, landlord, rent
theft, steal, stolen
timber, wood
tool, device, equipment
tourist, guest, visitor
town, municipality, city
training, course, instruction
translator, interpreter, translation
trouble, disturbance, offence
unload, discharge, cargo, loading
valid, in force
vehicle, car, lorry, van
wait, waiting list, period
warn, reminder
waste, rubbish, refuse
weapon, knife, knives, gun
weigh, weight, scale
winter, summer, season
witness, evidence
worker, staff, employee
wrong, faulty, false, error, mistake
young, minor, under 18, age
`;
