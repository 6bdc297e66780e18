/** A picture of a product from one side. */
export interface View {
  readonly name: 'Side' | 'Top' | 'Sole';
  readonly src: string;
  /** What is to be seen. */
  readonly alt: string;
}

const DRAWING = /^(\/drawings\/\d+)\.svg((?:\?.*)?)$/;

/** The views of a product: three where it is drawn, and the one picture that an import brings. */
export function viewsOf(name: string, thumbnail: string): readonly [View, ...View[]] {
  const [, base, version = ''] = DRAWING.exec(thumbnail) ?? [];
  if (base === undefined) {
    return [{ name: 'Side', src: thumbnail, alt: name }];
  }
  return [
    { name: 'Side', src: thumbnail, alt: `${name}, from the side` },
    { name: 'Top', src: `${base}/top.svg${version}`, alt: `${name}, from above` },
    { name: 'Sole', src: `${base}/sole.svg${version}`, alt: `${name}, its sole` },
  ];
}
