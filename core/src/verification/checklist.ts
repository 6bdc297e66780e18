/** The points that a member checks on a pair. */
export interface Checklist {
  /** 0 for the default. A changed list has another id. */
  readonly id: number;
  readonly points: string[];
}

/** The checklist until an admin has written one. */
export const DEFAULT_CHECKLIST: Checklist = {
  id: 0,
  points: [
    'Product, colourway and style code are those of the deal',
    'The size on the box and in both shoes is that of the deal',
    'The box is the original one, undamaged, with its label',
    'Both shoes are new: soles, insoles and laces are unworn',
    'Materials, stitching, glue and smell are those of the original',
    'Everything that belongs in the box is there',
  ],
};

export const MAX_POINTS = 20;
export const MAX_POINT_LENGTH = 200;
