/** The CSS of each colour family. */
const LOOKS: Readonly<Record<string, string>> = {
  black: 'bg-[#111113]',
  white: 'bg-[#ffffff]',
  grey: 'bg-[#8e8e93]',
  red: 'bg-[#cf2230]',
  orange: 'bg-[#f0791e]',
  yellow: 'bg-[#f4cf2e]',
  green: 'bg-[#2f8f4e]',
  blue: 'bg-[#2a5fd0]',
  purple: 'bg-[#7741b5]',
  pink: 'bg-[#f08fb4]',
  brown: 'bg-[#7a4f30]',
  beige: 'bg-[#dcc8a5]',
  gold: 'bg-[linear-gradient(135deg,#f3dd91,#b98a2c)]',
  silver: 'bg-[linear-gradient(135deg,#f4f4f6,#9c9ca6)]',
  multicolour: 'bg-[conic-gradient(#cf2230,#f0791e,#f4cf2e,#2f8f4e,#2a5fd0,#7741b5,#cf2230)]',
};

/** A colour family as a dot. */
export function Swatch({ colour }: { readonly colour: string }) {
  return (
    <span
      aria-hidden
      className={`size-5 shrink-0 rounded-full border border-edge lg:size-4 ${LOOKS[colour] ?? ''}`}
    />
  );
}
