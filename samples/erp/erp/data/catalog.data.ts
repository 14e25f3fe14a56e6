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
  isPerishable: boolean;
  status: 'draft' | 'active' | 'discontinued';
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

export const warehouses: readonly WarehouseData[] = [
  {
    code: 'WH-BER',
    name: 'Berlin Central',
    city: 'Berlin',
    country: 'DE',
    at: [52.5174, 13.3951],
    pallets: 4200,
    manager: 'jonas.brandt',
  },
  {
    code: 'WH-MIL',
    name: 'Milan South',
    city: 'Milan',
    country: 'IT',
    at: [45.4041, 9.2137],
    pallets: 2600,
    manager: 'sofia.rossi',
  },
  {
    code: 'WH-RTM',
    name: 'Rotterdam Port',
    city: 'Rotterdam',
    country: 'NL',
    at: [51.9489, 4.1424],
    pallets: 5800,
    manager: 'pieter.de.vries',
  },
  {
    code: 'WH-LYS',
    name: 'Lyon East',
    city: 'Lyon',
    country: 'FR',
    at: [45.7331, 4.9612],
    pallets: 1900,
    manager: 'claire.dubois',
  },
];

export const suppliers: readonly SupplierData[] = [
  {
    name: 'Rheinmetallwaren Schmitt',
    contact: 'Bernd Schmitt',
    city: 'Cologne',
    country: 'DE',
    domain: 'rmw-schmitt.example',
  },
  {
    name: 'Nordic Fasteners',
    contact: 'Ingrid Holm',
    city: 'Malmo',
    country: 'SE',
    domain: 'nordicfasteners.example',
  },
  {
    name: 'Officine Ferrari Utensili',
    contact: 'Paolo Ferrari',
    city: 'Brescia',
    country: 'IT',
    domain: 'ferrari-utensili.example',
  },
  {
    name: 'Van Dijk Elektro',
    contact: 'Ruben van Dijk',
    city: 'Eindhoven',
    country: 'NL',
    domain: 'vandijk-elektro.example',
  },
  {
    name: 'Protecta Sicherheit',
    contact: 'Ute Lang',
    city: 'Vienna',
    country: 'AT',
    domain: 'protecta.example',
  },
  {
    name: 'Cartonnerie du Rhone',
    contact: 'Luc Bernard',
    city: 'Lyon',
    country: 'FR',
    domain: 'carto-rhone.example',
  },
  {
    name: 'Chemia Krakow',
    contact: 'Agnieszka Zielinska',
    city: 'Krakow',
    country: 'PL',
    domain: 'chemia-krakow.example',
  },
  {
    name: 'Iberia Herramientas',
    contact: 'Carlos Vega',
    city: 'Bilbao',
    country: 'ES',
    domain: 'iberia-herramientas.example',
  },
  {
    name: 'Danube Cable Works',
    contact: 'Istvan Nagy',
    city: 'Budapest',
    country: 'HU',
    domain: 'danubecable.example',
  },
  {
    name: 'Albion Safety Supply',
    contact: 'Margaret Ellis',
    city: 'Leeds',
    country: 'GB',
    domain: 'albionsafety.example',
  },
  {
    name: 'Alpine Klebstoffe',
    contact: 'Reto Frei',
    city: 'Zurich',
    country: 'CH',
    domain: 'alpine-klebstoffe.example',
  },
  {
    name: 'Baltic Packaging',
    contact: 'Jurgita Petraite',
    city: 'Kaunas',
    country: 'LT',
    domain: 'balticpack.example',
  },
];

type Rest = [unit: string, price: number, cost: number, weightKg: number, supplier: number];

const product = (
  sku: string,
  name: string,
  description: string,
  category: string,
  [unit, price, cost, weightKg, supplier]: Rest,
  more: Partial<Pick<ProductData, 'isPerishable' | 'status'>> = {},
): ProductData => ({
  sku,
  name,
  description,
  category,
  unit,
  price,
  cost,
  weightKg,
  supplier,
  isPerishable: false,
  status: 'active',
  ...more,
});

export const products: readonly ProductData[] = [
  product('FAS-1001', 'Hex bolt M8x40', 'Zinc-plated steel, 8.8', 'fasteners', [
    'box',
    14.9,
    8.2,
    2.1,
    1,
  ]),
  product('FAS-1002', 'Hex bolt M10x60', 'Zinc-plated steel, 8.8', 'fasteners', [
    'box',
    21.5,
    12.1,
    3.4,
    1,
  ]),
  product('FAS-1003', 'Hex nut M8', 'Stainless steel A2', 'fasteners', ['box', 9.8, 5.3, 1.2, 2]),
  product('FAS-1004', 'Flat washer M8', 'Stainless steel A2', 'fasteners', [
    'box',
    6.4,
    3.1,
    0.9,
    2,
  ]),
  product('FAS-1005', 'Wood screw 5x60', 'Torx, yellow passivated', 'fasteners', [
    'box',
    18.2,
    10.4,
    2.6,
    1,
  ]),
  product('FAS-1006', 'Drywall anchor 8 mm', 'Nylon, 100 pieces', 'fasteners', [
    'box',
    11.3,
    5.9,
    0.6,
    2,
  ]),
  product('FAS-1007', 'Threaded rod M12', 'One metre, galvanised', 'fasteners', [
    'piece',
    4.7,
    2.2,
    0.7,
    1,
  ]),
  product('FAS-1008', 'Blind rivet 4x10', 'Aluminium and steel', 'fasteners', [
    'box',
    12.6,
    6.8,
    0.8,
    2,
  ]),
  product('TOO-2001', 'Cordless drill 18 V', 'Two batteries, case', 'tools', [
    'piece',
    189,
    118,
    3.2,
    3,
  ]),
  product('TOO-2002', 'Angle grinder 125 mm', '1,200 W with soft start', 'tools', [
    'piece',
    94.5,
    57.8,
    2.4,
    3,
  ]),
  product('TOO-2003', 'Claw hammer 600 g', 'Fibreglass handle', 'tools', [
    'piece',
    24.9,
    12.7,
    0.8,
    8,
  ]),
  product('TOO-2004', 'Screwdriver set 8 pieces', 'Slotted and Phillips', 'tools', [
    'set',
    32,
    17.5,
    1.1,
    8,
  ]),
  product('TOO-2005', 'Torque wrench 1/2"', '40–200 Nm, with certificate', 'tools', [
    'piece',
    118,
    71,
    1.6,
    3,
  ]),
  product('TOO-2006', 'Spirit level 100 cm', 'Aluminium, three vials', 'tools', [
    'piece',
    39.5,
    21,
    0.9,
    8,
  ]),
  product('TOO-2007', 'Utility knife', 'Snap-off blades, 18 mm', 'tools', [
    'piece',
    7.9,
    3.2,
    0.2,
    8,
  ]),
  product('TOO-2008', 'Tape measure 8 m', 'Magnetic hook', 'tools', ['piece', 13.4, 6.1, 0.4, 8]),
  product(
    'TOO-2009',
    'Pipe wrench 14"',
    'Superseded by an adjustable model',
    'tools',
    ['piece', 44, 26, 1.9, 3],
    { status: 'discontinued' },
  ),
  product('ELE-3001', 'Installation cable 3x1.5', '100 m ring, NYM-J', 'electrical', [
    'roll',
    62,
    41,
    11.5,
    9,
  ]),
  product('ELE-3002', 'Installation cable 5x2.5', '50 m ring, NYM-J', 'electrical', [
    'roll',
    88,
    59,
    13.2,
    9,
  ]),
  product('ELE-3003', 'Circuit breaker B16', 'One pole, 6 kA', 'electrical', [
    'piece',
    5.8,
    2.9,
    0.1,
    4,
  ]),
  product('ELE-3004', 'Residual current device 40 A', 'Four poles, 30 mA', 'electrical', [
    'piece',
    48.5,
    29,
    0.4,
    4,
  ]),
  product('ELE-3005', 'LED panel 60x60', '36 W, neutral white', 'electrical', [
    'piece',
    54,
    31,
    2.3,
    4,
  ]),
  product('ELE-3006', 'Junction box IP65', 'With membranes', 'electrical', [
    'piece',
    3.9,
    1.7,
    0.1,
    4,
  ]),
  product('ELE-3007', 'Cable ties 200 mm', 'Black, 100 pieces', 'electrical', [
    'bag',
    4.2,
    1.6,
    0.2,
    9,
  ]),
  product('SAF-4001', 'Safety helmet', 'EN 397, adjustable', 'safety', [
    'piece',
    19.9,
    10.2,
    0.4,
    5,
  ]),
  product('SAF-4002', 'Safety glasses', 'Scratch-resistant, clear', 'safety', [
    'piece',
    8.6,
    3.8,
    0.1,
    5,
  ]),
  product('SAF-4003', 'Work gloves size 9', 'Nitrile-coated', 'safety', [
    'pair',
    3.4,
    1.4,
    0.1,
    10,
  ]),
  product('SAF-4004', 'Ear defenders', 'SNR 30 dB', 'safety', ['piece', 22.5, 12.4, 0.3, 10]),
  product('SAF-4005', 'High-visibility vest', 'Class 2, yellow', 'safety', [
    'piece',
    6.9,
    2.8,
    0.2,
    10,
  ]),
  product('SAF-4006', 'Respirator FFP2', 'Box of 20', 'safety', ['box', 17.8, 9.1, 0.3, 5], {
    isPerishable: true,
  }),
  product('SAF-4007', 'First-aid kit', 'DIN 13157', 'safety', ['piece', 34.5, 19.9, 1.3, 5], {
    isPerishable: true,
  }),
  product('PAC-5001', 'Carton 40x30x20', 'Single wall, brown', 'packaging', [
    'bundle',
    16.5,
    9.2,
    5.5,
    6,
  ]),
  product('PAC-5002', 'Carton 60x40x40', 'Double wall, brown', 'packaging', [
    'bundle',
    34,
    20.5,
    9.8,
    6,
  ]),
  product('PAC-5003', 'Packing tape', 'Low noise, six rolls', 'packaging', [
    'pack',
    12.9,
    6.4,
    1.1,
    12,
  ]),
  product('PAC-5004', 'Stretch film 500 mm', '300 m, 23 µm', 'packaging', [
    'roll',
    9.7,
    5.5,
    2.4,
    12,
  ]),
  product('PAC-5005', 'Euro pallet', 'New, heat-treated', 'packaging', [
    'piece',
    18.5,
    12.8,
    24,
    12,
  ]),
  product(
    'CHE-6001',
    'Epoxy adhesive two-part',
    '50 ml double syringe',
    'chemicals',
    ['piece', 15.8, 8.7, 0.1, 11],
    { isPerishable: true },
  ),
  product(
    'CHE-6002',
    'Silicone sealant',
    'Transparent, 310 ml',
    'chemicals',
    ['piece', 6.2, 2.9, 0.4, 11],
    { isPerishable: true },
  ),
  product('CHE-6003', 'Contact cleaner spray', '400 ml', 'chemicals', ['can', 9.4, 4.6, 0.5, 7], {
    isPerishable: true,
  }),
  product('CHE-6004', 'Cutting oil', '5 litre canister', 'chemicals', [
    'canister',
    42,
    26.5,
    4.9,
    7,
  ]),
  product(
    'CHE-6005',
    'Bio degreaser',
    'Starts next season',
    'chemicals',
    ['canister', 37, 22, 5.2, 7],
    { status: 'draft' },
  ),
];
