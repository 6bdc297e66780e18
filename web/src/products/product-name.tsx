import { splitName } from '@perkex/core/market/product-name.js';

interface ProductNameProps {
  readonly name: string;
  readonly lineClass: string;
  readonly nicknameClass: string;
}

/** The name of a product: the shared part in small type, the distinguishing part in large type. */
export function ProductName({ name, lineClass, nicknameClass }: ProductNameProps) {
  const { line, nickname } = splitName(name);
  return (
    <>
      {line === null ? null : <span className={lineClass}>{line} </span>}
      <span className={nicknameClass}>{nickname}</span>
    </>
  );
}
