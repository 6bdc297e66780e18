/** The classes of a deal's page: one column, or two with the money on the right. */
export const DEAL_GRID =
  'grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_20rem] xl:grid-rows-[auto_1fr] xl:gap-x-12';

/** The classes of the second column. */
export const SECOND_COLUMN = 'xl:col-start-2 xl:row-span-2 xl:row-start-1';
