import type { Command } from 'commander';
import { createProducts } from '../catalogue/create-products.js';
import { type PastSale, savePastSales } from '../catalogue/save-past-sales.js';
import { checkFile } from '../csv/csv-file.js';
import { type FileSale, MAX_SALE_ROWS, readSales } from '../csv/sales-file.js';
import { transaction } from '../database/transaction.js';
import { publishProducts } from '../products/publish-products.js';
import { addFileCommand, type CommandContext, type OnDatabase } from './command.js';
import { ProductsOfSales } from './products-of-sales.js';

export function addImportSales(program: Command, onDatabase: OnDatabase): void {
  addFileCommand(program, {
    name: 'import-sales',
    usage: 'FILE.csv[.gz]',
    summary: 'Add past sales, and the products that they are of.',
    help:
      'Columns: Order Date, Brand, Sneaker Name, Sale Price, Retail Price, Release Date, Shoe Size, Buyer Region. ' +
      `A "-" in a name becomes a space. At most ${MAX_SALE_ROWS} rows. ` +
      'All rows or none: a bad row ends it with its line. Again adds nothing.',
  }).action(async (file: string) => {
    await checkFile(file);
    await onDatabase((context) => importSales(file, context));
  });
}

async function importSales(file: string, { database, output, newId }: CommandContext): Promise<number> {
  const sales: FileSale[] = [];
  const products = new ProductsOfSales();
  const reading = output.progress('Reading (bytes)');
  for await (const sale of readSales(file, (done, total) => reading.update(done, total))) {
    sales.push(sale);
    products.add(sale);
  }
  reading.end();
  const progress = output.progress('Importing sales');
  const added = await transaction(database.pool, async (tx) => {
    const idOfName = await createProducts(tx, products.all());
    const pastSales = withOccurrences(sales, (name) => idOfName.get(name) ?? 0);
    const count = await savePastSales(tx, pastSales, (done) => progress.update(done, pastSales.length));
    await publishProducts(tx, [...idOfName.values()], newId);
    return count;
  });
  progress.end();
  output.line(`${sales.length} sales read, ${added} added, ${sales.length - added} known before.`);
  return 0;
}

/** Equal rows are separate sales. A row is identified by its content and its occurrence number. */
function withOccurrences(sales: readonly FileSale[], idOf: (name: string) => number): PastSale[] {
  const seen = new Map<string, number>();
  return sales.map(({ name, size, priceCents, soldOn, content }) => {
    const occurrence = (seen.get(content) ?? 0) + 1;
    seen.set(content, occurrence);
    const soldAt = new Date(`${soldOn}T00:00:00Z`);
    return { productId: idOf(name), size, priceCents, soldAt, content: `${content}\u001f${occurrence}` };
  });
}
