import path from 'node:path';
import { z } from 'zod';

export const DATA_DIR_VARIABLES = {
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((folder) => path.resolve(folder)),
};
