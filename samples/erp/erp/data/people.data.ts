/** A role of the sample company. */
export interface RoleData {
  name: string;
  description: string;
}

/** A person of the sample company: sign-in, employee and roles in one line. */
export interface PersonData {
  firstName: string;
  lastName: string;
  title: string;
  department: string;
  roles: readonly string[];
  /** Username of the manager; absent at the top. */
  manager?: string;
  /** Thousands of EUR per year. */
  salary: number;
}

export const roles: readonly RoleData[] = [
  { name: 'administrator', description: 'Manages users, roles and settings' },
  { name: 'operations_manager', description: 'Runs stock, purchasing and shipping as a whole' },
  { name: 'warehouse_manager', description: 'Runs one warehouse and its stock' },
  { name: 'purchasing_agent', description: 'Orders goods from suppliers' },
  { name: 'sales_representative', description: 'Looks after customers and their orders' },
  { name: 'finance_controller', description: 'Approves spending and watches credit limits' },
];

type Job = [title: string, department: string, roles: readonly string[], salary: number];

const p = (
  firstName: string,
  lastName: string,
  [title, department, roleNames, salary]: Job,
  manager?: string,
): PersonData => ({
  firstName,
  lastName,
  title,
  department,
  roles: roleNames,
  salary,
  ...(manager === undefined ? {} : { manager }),
});

/** The first person is the operations manager. */
export const people: readonly PersonData[] = [
  p('Maria', 'Keller', ['Operations Manager', 'operations', ['operations_manager'], 98]),
  p(
    'Jonas',
    'Brandt',
    ['Warehouse Manager Berlin', 'warehouse', ['warehouse_manager'], 62],
    'maria.keller',
  ),
  p(
    'Sofia',
    'Rossi',
    ['Warehouse Manager Milan', 'warehouse', ['warehouse_manager'], 60],
    'maria.keller',
  ),
  p(
    'Pieter',
    'de Vries',
    ['Warehouse Manager Rotterdam', 'warehouse', ['warehouse_manager'], 63],
    'maria.keller',
  ),
  p(
    'Claire',
    'Dubois',
    ['Warehouse Manager Lyon', 'warehouse', ['warehouse_manager'], 61],
    'maria.keller',
  ),
  p(
    'Anna',
    'Lindqvist',
    ['Head of Purchasing', 'purchasing', ['purchasing_agent', 'finance_controller'], 79],
    'maria.keller',
  ),
  p(
    'Tomasz',
    'Nowak',
    ['Purchasing Agent', 'purchasing', ['purchasing_agent'], 52],
    'anna.lindqvist',
  ),
  p(
    'Elena',
    'Petrova',
    ['Purchasing Agent', 'purchasing', ['purchasing_agent'], 51],
    'anna.lindqvist',
  ),
  p('Lukas', 'Hoffmann', ['Head of Sales', 'sales', ['sales_representative'], 84], 'maria.keller'),
  p(
    'Emma',
    'Johansson',
    ['Key Account Manager', 'sales', ['sales_representative'], 66],
    'lukas.hoffmann',
  ),
  p(
    'David',
    'Okafor',
    ['Sales Representative', 'sales', ['sales_representative'], 54],
    'lukas.hoffmann',
  ),
  p(
    'Isabel',
    'Moreno',
    ['Sales Representative', 'sales', ['sales_representative'], 53],
    'lukas.hoffmann',
  ),
  p(
    'Noah',
    'Schneider',
    ['Sales Representative', 'sales', ['sales_representative'], 52],
    'lukas.hoffmann',
  ),
  p('Yuki', 'Tanaka', ['Inside Sales', 'sales', ['sales_representative'], 48], 'lukas.hoffmann'),
  p(
    'Hannah',
    'Weiss',
    ['Finance Controller', 'finance', ['finance_controller'], 72],
    'maria.keller',
  ),
  p('Marek', 'Svoboda', ['Accountant', 'finance', ['finance_controller'], 55], 'hannah.weiss'),
  p('Aisha', 'Rahman', ['System Administrator', 'it', ['administrator'], 68], 'maria.keller'),
  p('Oliver', 'Grant', ['Support Engineer', 'it', ['administrator'], 54], 'aisha.rahman'),
  p('Greta', 'Nilsen', ['HR Manager', 'human_resources', [], 64], 'maria.keller'),
  p('Felix', 'Bauer', ['Shift Lead', 'warehouse', ['warehouse_manager'], 46], 'jonas.brandt'),
  p('Nina', 'Kovac', ['Stock Clerk', 'warehouse', [], 38], 'jonas.brandt'),
  p('Luca', 'Bianchi', ['Stock Clerk', 'warehouse', [], 37], 'sofia.rossi'),
  p('Sanne', 'Bakker', ['Stock Clerk', 'warehouse', [], 38], 'pieter.de.vries'),
  p('Julien', 'Martin', ['Stock Clerk', 'warehouse', [], 37], 'claire.dubois'),
  p(
    'Karin',
    'Vogel',
    ['Logistics Planner', 'operations', ['operations_manager'], 58],
    'maria.keller',
  ),
];
