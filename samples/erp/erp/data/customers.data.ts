/** A customer of the sample company. */
export interface CustomerData {
  name: string;
  city: string;
  country: string;
  segment: 'retail' | 'wholesale' | 'online' | 'public_sector';
}

const c = (
  name: string,
  city: string,
  country: string,
  segment: CustomerData['segment'],
): CustomerData => ({ name, city, country, segment });

export const customers: readonly CustomerData[] = [
  c('Bauhof Krause', 'Leipzig', 'DE', 'wholesale'),
  c('Hansen Bygg', 'Aarhus', 'DK', 'wholesale'),
  c('Ferramenta Colombo', 'Como', 'IT', 'retail'),
  c('Quincaillerie Moreau', 'Dijon', 'FR', 'retail'),
  c('Van der Meer Installatie', 'Utrecht', 'NL', 'wholesale'),
  c('Elektro Huber', 'Graz', 'AT', 'retail'),
  c('Toolbox24', 'Hamburg', 'DE', 'online'),
  c('Stadtwerke Neuburg', 'Neuburg', 'DE', 'public_sector'),
  c('Atelier Lambert', 'Grenoble', 'FR', 'retail'),
  c('Costa Costruzioni', 'Genoa', 'IT', 'wholesale'),
  c('Novak Stavby', 'Brno', 'CZ', 'wholesale'),
  c('Werkmarkt Online', 'Amsterdam', 'NL', 'online'),
  c('Gemeente Zwolle', 'Zwolle', 'NL', 'public_sector'),
  c('Schreinerei Vogt', 'Freiburg', 'DE', 'retail'),
  c('Lindberg Service', 'Uppsala', 'SE', 'wholesale'),
  c('Montajes Ibarra', 'San Sebastian', 'ES', 'wholesale'),
  c('Ferreteria El Puente', 'Valencia', 'ES', 'retail'),
  c('Dachbau Richter', 'Dresden', 'DE', 'wholesale'),
  c('Metallbau Steiner', 'Linz', 'AT', 'wholesale'),
  c('ProBricolage', 'Nantes', 'FR', 'online'),
  c('Mairie de Vienne', 'Vienne', 'FR', 'public_sector'),
  c('Kowalski Instalacje', 'Wroclaw', 'PL', 'wholesale'),
  c('Officina Greco', 'Turin', 'IT', 'retail'),
  c('Technik Handel Maier', 'Munich', 'DE', 'retail'),
  c('Bricomarche Sud', 'Nimes', 'FR', 'wholesale'),
  c('Nordlys Elektro', 'Bergen', 'NO', 'wholesale'),
  c('Handwerk Direkt', 'Cologne', 'DE', 'online'),
  c('Murphy Building Supplies', 'Cork', 'IE', 'wholesale'),
  c('Ashworth Joinery', 'York', 'GB', 'retail'),
  c('Klima Peeters', 'Ghent', 'BE', 'wholesale'),
  c('Depot Janssens', 'Antwerp', 'BE', 'wholesale'),
  c('Comune di Lecco', 'Lecco', 'IT', 'public_sector'),
  c('Haustechnik Sommer', 'Basel', 'CH', 'retail'),
  c('Zimmerei Alder', 'St. Gallen', 'CH', 'retail'),
  c('Balogh Epitoipari', 'Gyor', 'HU', 'wholesale'),
  c('Profi Schrauben', 'Kassel', 'DE', 'online'),
  c('Lumen Lighting', 'Bristol', 'GB', 'retail'),
  c('Gartenbau Wolf', 'Erfurt', 'DE', 'retail'),
  c('Serralharia Costa', 'Porto', 'PT', 'wholesale'),
  c('Verpackung Jung', 'Mainz', 'DE', 'wholesale'),
];
