import { ABOUT_INDEX_ID } from './about-index-link.js';

/** Explains the index to new users. */
export function AboutIndex() {
  return (
    <section
      id={ABOUT_INDEX_ID}
      tabIndex={-1}
      aria-label="About the index"
      className="flex scroll-mt-20 flex-col gap-3 rounded-card bg-card p-4 text-sm/6 outline-none md:p-5"
    >
      <h3 className="text-base">What is the PX50?</h3>
      <p>
        One number for where prices on PerkeX are going. It follows the 50 products with the most turnover in
        the 365 days before the quarter. Each counts with its turnover, and none with more than 5%.
      </p>
      <p>
        Every day compares their average prices with those of the day on which the quarter began. When a new
        quarter changes the products, the index goes on from where it stood.
      </p>
      <p>
        It began at 1000, on the first day by which ten products had been sold. Days end at midnight UTC.
        Rises and falls in the lists above compare each sale with the average price of the same size in the
        month before the period.
      </p>
    </section>
  );
}
