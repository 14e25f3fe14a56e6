import { readData } from '../shared/read-data.js';

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

/** A product of the sample company; prices in EUR. */
export interface ProductData {
  sku: string;
  name: string;
  description: string;
  category: string;
  unit: string;
  price: number;
  cost: number;
  weightKg: number;
  /** Number of the supplier in `suppliers`, from 1. */
  supplier: number;
  /** Left out: false. */
  isPerishable?: boolean;
  /** Left out: active. */
  status?: 'draft' | 'discontinued';
}

/** A supplier of the sample company. */
export interface SupplierData {
  name: string;
  contact: string;
  city: string;
  country: string;
  domain: string;
}

/** A warehouse; `manager` is a username, `at` its latitude and longitude in degrees. */
export interface WarehouseData {
  code: string;
  name: string;
  city: string;
  country: string;
  at: readonly [latitude: number, longitude: number];
  pallets: number;
  manager: string;
}

/** A customer of the sample company. */
export interface CustomerData {
  name: string;
  city: string;
  country: string;
  segment: 'retail' | 'wholesale' | 'online' | 'public_sector';
}

export const roles = readData<readonly RoleData[]>('roles.json');
/** The first person is the operations manager. */
export const people = readData<readonly PersonData[]>('people.json');
export const warehouses = readData<readonly WarehouseData[]>('warehouses.json');
export const suppliers = readData<readonly SupplierData[]>('suppliers.json');
export const products = readData<readonly ProductData[]>('products.json');
export const customers = readData<readonly CustomerData[]>('customers.json');
