import { splitName } from '@perkex/core/market/product-name.js';

interface ProductNameProps {
  readonly name: string;
  readonly lineClass: string;
  readonly nicknameClass: string;
}

/** The name of a product: small what it shares with others, large what tells it from them. */
export function ProductName({ name, lineClass, nicknameClass }: ProductNameProps) {
  const { line, nickname } = splitName(name);
  return (
    <>
      {line === null ? null : <span className={lineClass}>{line} </span>}
      <span className={nicknameClass}>{nickname}</span>
    </>
  );
}
