/** Hex values, `#rrggbb`. */
export interface SneakerColours {
  upper: string;
  overlay: string;
  accent: string;
  midsole: string;
  outsole: string;
  laces: string;
}

const vampAndQuarter =
  'M34 146C30 124 37 104 37 92C37 81 33 71 39 63C45 57 54 60 60 68C71 82 98 87 118 77C122 73 124 67 129 68L205 103C224 108 248 107 270 114C292 121 304 134 305 149C230 156 110 156 34 146Z';
const heelTab = 'M37 92C37 81 33 71 39 63C45 57 54 60 60 68C65 75 71 79 78 82C68 90 52 94 37 92Z';
const heelCounter = 'M34 148C30 124 37 104 37 92C52 94 66 99 74 110C82 121 86 136 86 152Z';
const toeCap = 'M212 154C220 136 246 127 287 121C299 128 305 138 305 149Z';
const eyestay =
  'M118 77C122 73 124 67 129 68L205 103C211 105 216 106 222 107C218 124 209 140 201 154H174C183 142 189 131 191 121C170 109 147 101 124 98C119 92 117 84 118 77Z';
const sideBands =
  'M100 152C120 138 132 120 137 102L150 105C144 124 132 140 115 153ZM124 154C142 140 152 124 156 108L168 112C163 128 153 143 139 154Z';
const tongue = 'M117 82C113 68 108 57 112 51C119 44 133 44 138 51C144 60 153 71 164 87Z';
const lining = 'M46 60C66 70 96 72 116 62L120 78C98 89 70 84 58 68Z';
const midsole =
  'M32 140C27 149 28 161 33 168H258C282 168 300 164 306 154C308 149 306 144 302 143C286 150 250 151 200 151C130 151 74 149 32 140Z';
const outsole = 'M33 165C33 172 38 175 46 175H240C270 175 292 171 301 161Z';

const upperShade = 'M35 137C80 142 240 144 300 137L305 149C230 156 110 156 34 146Z';
const soleShade = 'M28 160L33 168H258C282 168 300 164 305 156C280 162 110 165 28 160Z';
const shine = 'M41 67C39 75 42 84 41 94C39 106 37 116 38 128M252 113C274 115 290 123 297 134';
const stitches =
  'M78 85C90 92 106 94 120 92M71 112C78 122 82 136 82 149M218 151C226 138 246 131 284 125M123 95C148 99 173 107 195 119C193 131 188 141 181 150M217 110C213 126 205 139 198 150M33 145C100 155 240 157 303 149';
const airHoles = 'M232 114h0M243 115h0M254 117h0M228 121h0M239 121h0M250 122h0';

/**
 * A low sneaker from the side, toe to the right, on a transparent ground: a drawing that stands for every silhouette.
 * Shading is black and white laid over the colours, so that it needs no ids and many fit on one page.
 */
export function sneakerDrawing(colours: SneakerColours): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200">',
    '<ellipse cx="168" cy="177" rx="134" ry="4" opacity=".14"/>',
    ...panels(colours),
    '<g fill="none" stroke-linecap="round">',
    line(stitches, '#fff', 0.5, 1, 'stroke-dasharray="3 2.4"'),
    line(shine, '#fff', 0.35, 2.4),
    line(airHoles, '#000', 0.35, 2.6),
    ...laces(colours.laces),
    '</g></svg>',
  ].join('');
}

/** A grey edge keeps white shoes apart from a white page and black ones from a black page. */
function panels({ upper, overlay, accent, midsole: foam, outsole: rubber }: SneakerColours): string[] {
  return [
    '<g stroke="#77777c" stroke-opacity=".5">',
    panel(lining, '#2b2b2f'),
    panel(tongue, upper),
    panel('M116 54L134 53L140 64L119 65Z', accent),
    panel(vampAndQuarter, upper),
    panel(sideBands, accent),
    panel(heelCounter, overlay),
    panel(heelTab, accent),
    panel(toeCap, overlay),
    panel(eyestay, overlay),
    shade(upperShade),
    panel(outsole, rubber),
    panel(midsole, foam),
    shade(soleShade),
    '</g>',
  ];
}

/** Each lace runs from its eyelet over the edge of the tongue. */
function laces(colour: string): string[] {
  const rows = [0, 1, 2, 3, 4].map((row) => `M${130 + row * 15} ${87 + row * 7}q2 -9 11 -14`).join('');
  return [line(rows, '#000', 0.35, 6.6), line(rows, colour, 1, 5)];
}

function panel(shape: string, fill: string): string {
  return `<path d="${shape}" fill="${fill}"/>`;
}

function shade(shape: string): string {
  return `<path d="${shape}" stroke="none" opacity=".1"/>`;
}

function line(shape: string, colour: string, opacity: number, width: number, dashes = ''): string {
  return `<path d="${shape}" stroke="${colour}" stroke-width="${width}" opacity="${opacity}" ${dashes}/>`;
}
