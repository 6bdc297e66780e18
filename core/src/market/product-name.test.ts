import { describe, expect, it } from 'vitest';
import { splitName } from './product-name.js';

/** The names of all products of the demonstration market, split after the title. */
const NAMES = [
  'Air Jordan 1 Retro High OG | Chicago Lost and Found',
  'Air Jordan 1 Retro High OG | Chicago Lost and Found GS',
  'Air Jordan 1 Retro High OG | Bred Toe',
  'Air Jordan 1 Retro High OG | Royal 2017',
  'Air Jordan 1 Retro High OG | Shadow 2018',
  'Air Jordan 1 Retro High OG | University Blue',
  'Air Jordan 1 Retro High OG | University Blue GS',
  'Air Jordan 1 Retro High OG | Dark Mocha',
  'Air Jordan 1 Retro High OG | Hyper Royal',
  'Air Jordan 1 Retro High OG | Patent Bred',
  'Air Jordan 1 Retro High | Off-White Chicago',
  'Air Jordan 1 Retro High | Off-White University Blue',
  'Air Jordan 1 Retro High | Travis Scott',
  'Air Jordan 1 Retro Low OG SP | Travis Scott x Fragment',
  'Air Jordan 1 Retro Low OG SP | Travis Scott Reverse Mocha',
  'Air Jordan 3 Retro | White Cement Reimagined',
  'Air Jordan 3 Retro | Black Cement 2018',
  'Air Jordan 4 Retro | Bred 2019',
  'Air Jordan 4 Retro | Bred Reimagined',
  'Air Jordan 4 Retro | Fire Red 2020',
  'Air Jordan 4 Retro | University Blue',
  'Air Jordan 4 Retro | Off-White Sail',
  'Air Jordan 5 Retro | Off-White Black',
  'Air Jordan 6 Retro | Travis Scott British Khaki',
  'Air Jordan 11 Retro | Concord 2018',
  'Air Jordan 11 Retro | Bred 2019',
  'Air Jordan 11 Retro | Cool Grey 2021',
  'Air Jordan 11 Retro | Cherry',
  'Air Jordan 11 Retro | Gratitude',
  'Nike Dunk Low Retro | White Black Panda',
  'Nike Dunk Low Retro | White Black Panda GS',
  'Nike Dunk Low SP | Syracuse',
  'Nike Dunk Low SP | Kentucky',
  'Nike Dunk Low | Off-White Pine Green',
  'Nike Dunk High SP | Varsity Purple',
  'Nike Dunk High | Cashmere',
  'Nike SB Dunk Low | StrangeLove',
  'Nike SB Dunk Low | Travis Scott',
  "Nike SB Dunk Low | Ben & Jerry's Chunky Dunky",
  'Nike SB Dunk Low | Concepts Orange Lobster',
  'Nike Air Force 1 Low | Off-White Volt',
  'Nike Air Force 1 Low | Off-White Black White',
  'Nike Air Fear of God 1 | Light Bone',
  'Nike Blazer Mid | Off-White',
  'Nike Blazer Mid | Off-White Grim Reaper',
  'Nike Blazer Mid | Off-White All Hallows Eve',
  'Nike Kobe 8 Protro | Halo',
  'Nike Kobe 6 Protro | Reverse Grinch',
  "Nike Air Max 1 '86 OG | Big Bubble Sport Red",
  'Nike Air Max 1/97 | Sean Wotherspoon',
  'Nike Air Max 90 | Off-White Desert Ore',
  'Nike Air Max 97 | Off-White Menta',
  'Nike Air Presto | Off-White Black 2018',
  'Nike Air VaporMax | Off-White 2018',
  'Nike Zoom Fly | Off-White Pink',
  'Nike Zoom Fly | Off-White Black Silver',
  'Nike LDWaffle | Sacai Green Gusto',
  'Nike LDWaffle | Sacai Blue Multi',
  'Nike Craft Mars Yard Shoe 2.0 | Tom Sachs',
  'Adidas Yeezy Boost 350 | Turtledove',
  'Adidas Yeezy Boost 350 | Pirate Black 2016',
  'Adidas Yeezy Boost 350 V2 | Zebra',
  'Adidas Yeezy Boost 350 V2 | Core Black Red 2017',
  'Adidas Yeezy Boost 350 V2 | Cream White',
  'Adidas Yeezy Boost 350 V2 | Beluga 2.0',
  'Adidas Yeezy Boost 350 V2 | Butter',
  'Adidas Yeezy Boost 350 V2 | Static',
  'Adidas Yeezy Boost 700 | Wave Runner',
  'Adidas Yeezy 500 | Blush',
  'Adidas Yeezy 500 | Utility Black',
  'Adidas Yeezy Boost 750 | Light Brown',
  'Adidas Yeezy Slide | Bone',
  'Adidas Yeezy Foam RNNR | Ararat',
  'Adidas Yeezy Foam RNNR | Sand',
  'Adidas Samba | Wales Bonner Silver',
  'Adidas Samba | Wales Bonner Ecru Tint',
  'Adidas Gazelle | Bad Bunny San Juan',
  'Adidas Forum Low | Bad Bunny The First Café',
  'Adidas AE 1 | With Love',
  'New Balance 2002R | Salehe Bembury Peace Be the Journey',
  'New Balance 2002R | Protection Pack Rain Cloud',
  'New Balance 990v3 | Joe Freshgoods Outside Clothes',
  'New Balance 650 | Joe Freshgoods Stuntman',
  'Puma LaMelo Ball MB.01 | Not From Here',
  'Puma LaMelo Ball MB.03 | LaFrancé',
  'Puma LaMelo Ball MB.05 | Rick and Morty',
  'Puma Suede Creeper | Rihanna Fenty Black White',
  'Converse Chuck Taylor All-Star Vulcanized Hi | Off-White',
  'Converse Chuck Taylor All-Star 70 Hi | Off-White',
  'Converse Chuck 70 Hi Comme des Garçons Play | Blue Quartz',
  'Converse Chuck 70 Hi Comme des Garçons Play | Steel Gray',
  'Converse Chuck 70 Hi Comme des Garçons Play | Black Red Midsole',
  'Vans Old Skool LX | Gallery Dept.',
  'MSCHF | Big Red Boot',
  'MSCHF x Crocs | Big Red Boot Yellow',
  'MSCHF | 2x4 Boot',
  'Timberland 6-Inch Boot | A-COLD-WALL* Future73',
  'Dr. Martens 1460 Smooth | Cherry Red',
];

describe('the name of a product', () => {
  it.each(NAMES)('splits into title and subtitle: %s', (written) => {
    const [line, nickname] = written.split(' | ');
    expect(splitName(`${line} ${nickname}`)).toEqual({ line, nickname });
  });

  it.each([
    'Market Runner 1 Retro High OG Blue',
    'Air Test',
    'Nike Dunk Low',
    'Nike Air Max 90',
    'Nike',
    'Nikelab Something',
    'On Cloud 5 White',
    '',
  ])('stays whole if its title is unknown or is all of it: %s', (name) => {
    expect(splitName(name)).toEqual({ line: null, nickname: name });
  });

  it('equals the two parts joined by a space', () => {
    for (const written of NAMES) {
      const name = written.replace(' | ', ' ');
      const { line, nickname } = splitName(name);
      expect(`${line} ${nickname}`).toBe(name);
    }
  });
});
