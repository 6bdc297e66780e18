/** The meanings of the figures, in the order of the page. */
export const FIGURE_MEANINGS: readonly (readonly [name: string, meaning: string])[] = [
  ['52-week high', 'The highest price of the last 365 days.'],
  ['52-week low', 'The lowest price of the last 365 days.'],
  ['Average', 'What a pair cost on average in the last 365 days.'],
  ['Typical range', 'One standard deviation on either side of the average, within the 52-week low and high.'],
  ['Volatility', 'How widely prices vary: their standard deviation as a part of the average.'],
  ['Premium', 'How far the average of the last 30 days, or else the last sale, is above the retail price.'],
  ['Sales, 72 h', 'How many pairs were sold in the last 72 hours.'],
  ['Sales, 365 d', 'How many pairs were sold in the last 365 days.'],
  ['Turnover', 'What all pairs sold in the last 365 days cost together.'],
  [
    'Spread',
    'How far the highest bid is below the lowest ask, as a part of that ask. Over all sizes: the narrowest.',
  ],
  ['Open asks', 'How many pairs are for sale now.'],
  ['Open bids', 'How many pairs are wanted now.'],
];

export function FigureMeanings() {
  return (
    <dl className="mt-1 grid gap-2 rounded-card bg-card p-4">
      {FIGURE_MEANINGS.map(([name, meaning]) => (
        <div key={name}>
          <dt className="inline font-semibold">{name}: </dt>
          <dd className="inline">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
