import { namedId } from '../shared/named-id.js';
import { people, roles, type PersonData } from './sample-company.js';
import { dotted, padded, type Row, type Sample } from './sample.js';

/** The operations manager: the caller when a request carries no token. */
export const OPERATIONS_MANAGER_ID = '00000000-0000-4000-8000-000000000001';

/** The sign-in name of a person. */
export function usernameOf(person: PersonData): string {
  return dotted(`${person.firstName} ${person.lastName}`);
}

/** The fixed id of a user by sign-in name. */
export function userId(username: string): string {
  return username === 'maria.keller' ? OPERATIONS_MANAGER_ID : namedId('user', username);
}

/** The fixed id of a role by name. */
export function roleId(name: string): string {
  return namedId('role', name);
}

/** The fixed id of an employee by sign-in name. */
export function employeeId(username: string): string {
  return namedId('employee', username);
}

/** Rows of core.roles. */
export function roleRows({ calendar }: Sample): Row[] {
  return roles.map((role) => ({ id: roleId(role.name), ...role, created_at: calendar.at(900) }));
}

/** Rows of core.users. */
export function userRows({ random, calendar }: Sample): Row[] {
  return people.map((person) => {
    const username = usernameOf(person);
    const joined = calendar.at(random.int(200, 880), 8);
    return {
      id: userId(username),
      username,
      first_name: person.firstName,
      last_name: person.lastName,
      email: `${username}@sextant.example`,
      title: person.title,
      is_active: true,
      last_login_at: calendar.at(random.int(1, 12), random.int(6, 17)),
      created_at: joined,
      updated_at: joined,
    };
  });
}

/** Rows of core.user_roles. */
export function userRoleRows({ calendar }: Sample): Row[] {
  return people.flatMap((person) =>
    person.roles.map((role) => ({
      user_id: userId(usernameOf(person)),
      role_id: roleId(role),
      granted_at: calendar.at(180),
    })),
  );
}

/** Rows of hr.employees, managers before those who report to them. */
export function employeeRows({ random, calendar }: Sample): Row[] {
  return people.map((person, index) => {
    const username = usernameOf(person);
    const hired = random.int(400, 3600);
    return {
      id: employeeId(username),
      employee_number: `E-${padded(index + 1, 3)}`,
      user_id: userId(username),
      first_name: person.firstName,
      last_name: person.lastName,
      email: `${username}@sextant.example`,
      phone: `+49 30 5550 ${padded(100 + index, 4)}`,
      department: person.department,
      title: person.title,
      manager_id: person.manager === undefined ? null : employeeId(person.manager),
      status: index === 21 ? 'on_leave' : 'active',
      hired_on: calendar.day(hired),
      salary: person.salary * 1000,
      created_at: calendar.at(Math.min(hired, 900)),
      updated_at: calendar.at(random.int(20, 200), 9),
    };
  });
}
