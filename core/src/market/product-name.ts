/** A product's name in two parts: the title that it shares with other products, and the distinctive subtitle. */
export interface SplitName {
  /** Null if it is unknown where the title ends. */
  readonly line: string | null;
  readonly nickname: string;
}

const MAKER =
  /^(?:Air Jordan|Jordan|Nike|Adidas|New Balance|Puma|Converse|Vans|MSCHF|Timberland|Dr\. Martens|Asics|Reebok|Salomon|Crocs) /;

/** The words of model names; years and colours follow them. */
const MODEL =
  /^(?:Retro|High|Low|Mid|Hi|OG|SP|SB|LX|x|Crocs|Air|Force|Max|Dunk|Blazer|Kobe|Protro|Presto|VaporMax|Zoom|Fly|LDWaffle|Craft|Mars|Yard|Shoe|Fear of God|Yeezy|Boost|Slide|Foam|RNNR|Samba|Gazelle|Forum|AE|LaMelo Ball|Suede|Creeper|Chuck|Taylor|All-Star|Vulcanized|Comme des Garçons Play|Old Skool|6-Inch|Boot|Smooth|'\d\d|(?:MB\.)?\d+(?:[./]\d+)?(?:R|v\d)?|V\d) /;

/**
 * Splits a name such as 'Air Jordan 1 Retro High OG Chicago Lost and Found' after the model. A name without a known
 * brand at the start, or without anything after the model, stays whole.
 */
export function splitName(name: string): SplitName {
  let end = MAKER.exec(name)?.[0].length ?? 0;
  if (end === 0) {
    return { line: null, nickname: name };
  }
  for (let word = MODEL.exec(name.slice(end)); word; word = MODEL.exec(name.slice(end))) {
    end += word[0].length;
  }
  const nickname = name.slice(end);
  const isModel = MODEL.exec(`${nickname} `)?.[0].trim() === nickname;
  return isModel ? { line: null, nickname: name } : { line: name.slice(0, end - 1), nickname };
}
