/**
 * What people say, and what laws, rules and handbooks say for it: a group a line, words of a group stand for each
 * other. General English only; what is particular to a knowledge base is in its own list.
 */
export const english = `
abandon, derelict, leave behind
accident, incident, emergency, collision
accommodation, hotel, lodging, overnight
adult, age, years old
afford, hardship, instalment, pay
agreement, contract, consent
alarm, bell, siren, warning
allowed, may, permit, permitted, permission, licence, license, authorisation, approval, lawful
animal, dog, pet, cat
announce, notice, publish, inform, tell
anonymous, name, confidential, confidence, identity
answer, reply, response, respond
appeal, objection, object, complaint, complain, review, challenge, contest
apply, application, applicant, request
approve, approval, sign, sign off, authorise, grant
ask, request, apply, inquiry
away, absent, absence, holiday, deputy, stand in, substitute
bad, defective, faulty, damaged, broken, spoiled
ban, forbid, forbidden, prohibit, prohibited, illegal
bankrupt, insolvent, insolvency
basement, cellar
bill, invoice, notice, account
birthday, date of birth, age
boat, ship, vessel, craft, yacht, motorboat
boss, manager, head, employer, superior, supervisor
broken, damaged, defect, fault, defective
brother, sister, relative, family
building, house, premises, property
burn, fire, flame
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
check, inspect, inspection, examine, control, verify, test, audit
chemicals, hazardous goods, dangerous goods, substances, solvent
children, minors, kids, underage, persons under 18, son, daughter, teenager
claim, compensation, damages, liability
clean, cleanliness, waste, sweep
close, shut, closing, closure
clothes, clothing, vest, wear, gear
coast, shore, quay, harbour
colleague, staff, employee, worker, personnel
company, enterprise, business, firm, legal person
compensate, compensation, damages, refund, liable, indemnity
complain, complaint, objection, object
computer, system, data
confess, own up, admit, voluntary report, report an own offence
copy, copies, duplicate, photocopy
cost, fee, price, charge, expensive, pay
course, training, instruction, trained, lesson
court, judge, hearing, trial, tribunal
crime, offence, breach, violation
customer, client, buyer
dangerous, hazardous, danger, risk
dead, death, die, heir
deadline, time limit, period, within
delay, late, overdue, postpone, default
deliver, delivery, shipment, supply, arrive, arrival
destroy, destruction, dispose, disposal, scrap
discount, reduction, rebate
discuss, meeting, hearing
dispose, disposal, throw away, get rid of, discard, waste, rubbish, garbage, trash
doctor, physician, medical, hospital
document, record, paper, file
door, entrance, exit, gate
driver, carrier, driving
drop, spill, leak, release
drunk, alcohol
duty, obligation, must, obliged
early, before, in advance
electricity, power, current
emergency, urgent, immediate danger, alarm
employee, staff, worker, personnel
end, expire, expiry, termination, lapse
enter, entry, walk into, access, admission, come in
error, mistake, fault, wrong
exception, exemption, exempt, waive, waiver
expensive, cost, price, value
expired, expiry, out of date, date of use, shelf life, best before
explosive, class 1, fireworks, rocket, firecracker
extend, extension, prolong, renew, renewal, longer
fail, default, reject, refuse
family, relative, spouse
fast, speed, knots, speed limit
fault, negligence, blame
file, lodge, submit, hand in, filing
find, discover, lost property
fine, penalty, punish, punishment, sanction, ticket
fire, sack, dismiss, dismissal, terminate
fish, seafood, fishing
food, perishable, groceries
forget, miss, omit, fail
forklift, truck, lift
free, free of charge, without charge, no fee, waived
friend, other person, third party, guest, somebody else
gas, aerosol, spray
gift, present, benefit, bribe
goods, merchandise, stock, articles
government, town, office, authority, administration, council
guest, visitor, visiting
harm, damage, injury, hurt
healthy, health, illness, sick
hide, conceal, withhold, secret
home, dwelling, house, flat, apartment, residence
hurt, injury, accident, injured
illness, sick, absence
inform, notify, tell, notice
injury, accident, hurt
inspector, inspection, official, officer, controller
insurance, insure, insured, policy, cover
interpreter, translator, translation, language
invoice, bill
job, work, employment, trade
journalist, press, media, newspaper, reporter
judge, court, lay member
keep, store, retain, storage, kept, preserve
key, lock, code, access
kids, children, minors
language, interpreter, translation
late, overdue, delay, after the due date, reminder, interest
lawyer, attorney, legal adviser, counsel
leak, spill, release, escape
leave, depart, exit
legal, lawful, permitted
lend, loan, hire, rent, lease, sublet, subletting, let
letter, writing, written, mail, post
liable, liability, responsible
licence, permit, license, permission
limit, maximum, at most, threshold
load, loading, unload, cargo, freight
lock, seal, closed, secure
lorry, truck, van, vehicle
lost, loss, missing, lose
loud, noise, noisy, amplified, music
machine, device, equipment, tool
mail, post, letter, send
maintenance, repair, service
marina, harbour, port, berth, mooring, jetty, dock, quay
mark, label, sign, marking, plate
market, stall, stand
marry, spouse, family
measure, measurement, scale, weigh
meeting, session, hearing
money, payment, sum, amount, fee
mooring, berth, jetty, place
move, transfer, relocate, transport
neighbour, neighbor, nearby resident, dwelling
newspaper, press, journal, publication
night, nights, dark, evening
noise, loud, disturbance, quiet, bark
notify, report, inform, announce, tell
number, quantity, amount, count
office, authority, agency, department
official, officer, inspector
oil, fuel, bilge water, petrol, diesel
open, public, accessible
order, purchase order, request
own, owner, holder, possess, operator
package, parcel, box, carton, packaging
paper, record, document
park, parking, leave a vehicle
party, event, festival
password, code, credentials
pay, payment, fee, cost, charge, money
penalty, fine, punishment, sanction, offence
permit, licence, permission, authorisation
person, individual, anyone
phone, telephone, call
photograph, picture, image
plan, drawing, layout
police, order office, officer
pollute, pollution, contaminate, dirty
post, publish, announce
poor, hardship, social benefits, low income
price, cost, fee, rate
privacy, private, personal data, personal
problem, defect, difficulty, complaint
proof, evidence, prove, show
protect, protection, safety, secure
punish, fine, penalty, offence
quick, fast, at once, immediately
quit, end, terminate
quiet, rest, silence, noise
receipt, slip, voucher, proof
refund, pay back, paid back, reimburse, money back, credit note
refuse, refusal, reject, deny, turn down
register, registration, list, enter
reimburse, refund, expenses, costs
remove, removal, take away, clear
rent, hire, lease, let, sublet, subletting
repair, mend, fix, maintenance, yard
replace, substitute, exchange
report, notify, announcement, notice
responsible, competent, in charge, responsibility, liable
rest, break, pause
return, give back, send back, take back
review, appeal, check
right, entitled, claim
rubbish, waste, refuse, garbage, trash
rule, provision, regulation, law, ordinance
safe, safety, secure, security
sailor, crew, holder
salary, wage, pay
sale, sell, seller, sold, shop, store
scales, scale, weighing device, balance
school, pupils, education
secret, confidential, exempt, confidence, trade secret
seize, seizure, confiscate, take away
sell, sale, offer, trade
send, dispatch, ship, forward, pass on
shop, trader, seller, store, business
shoes, boots, footwear
sick, ill, illness, hospital
sign, signature, signed
smoke, smoking, cigarette, open light
sorry, excuse, no fault, hindered
speed, fast, knots
spill, leak, release
staff, employee, personnel, worker
steal, theft, stolen, thief, lost
stock, inventory, stocktaking, count
stop, end, suspend, cease
storm, weather
student, research, researcher
summer, season
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
travel, trip, journey
trouble, disturbance, offence
unload, discharge, cargo, loading
valid, validity, in force
vehicle, car, lorry, van
visitor, guest, visiting
wait, waiting list, period
warehouse, store, storage, depot
warn, warning, reminder
waste, rubbish, refuse, sewage
weapon, knife, knives, gun
weigh, weight, scale
winter, summer, season
witness, evidence
worker, staff, employee
wrong, faulty, false, error, mistake
young, minor, under 18, age
`;
