import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';

const COLUMNS: readonly (readonly [
  title: string,
  links: readonly (readonly [text: string, to: string])[],
])[] = [
  [
    'PerkeX',
    [
      ['All sneakers', paths.browse()],
      ['Brands', paths.brands],
      ['Releases', paths.releases()],
      ['Market', paths.market],
      ['Sell a pair', paths.sellSearch],
    ],
  ],
  [
    'Help',
    [
      ['All help', paths.help],
      ['How it works', paths.helpPage('how-it-works')],
      ['Fees', paths.helpPage('fees')],
      ['Finding a sneaker', paths.helpPage('finding')],
      ['Sizes', paths.helpPage('sizes')],
      ['Authenticity', paths.helpPage('authenticity')],
      ['After a trade', paths.helpPage('after-a-trade')],
      ['Watching and collecting', paths.helpPage('watching')],
    ],
  ],
  [
    'About',
    [
      ['Accounts and security', paths.helpPage('accounts')],
      ['Privacy', paths.helpPage('privacy')],
      ['Terms', paths.helpPage('terms')],
      ['Contact', paths.helpPage('contact')],
      ['Developers', paths.developers],
    ],
  ],
];

/** The links of the footer. */
export function FooterLinks() {
  return (
    <nav aria-label="More" className="grid grid-cols-2 gap-x-6 gap-y-4 min-[30rem]:grid-cols-3">
      {COLUMNS.map(([title, links]) => (
        <div key={title}>
          <h2 className="font-sans text-sm font-semibold [font-stretch:100%]">{title}</h2>
          <ul className="mt-1">
            {links.map(([text, to]) => (
              <li key={to}>
                <Link
                  to={to}
                  className="inline-flex min-h-11 items-center text-muted underline-offset-4 hover:text-ink hover:underline md:min-h-9"
                >
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
