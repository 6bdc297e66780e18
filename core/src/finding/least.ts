/** The maximum for selection with a heap; more are sorted. */
const PICKED = 512;
/** The upper bound of indexes, so that a key and an index fit into one exact number. */
const PLACES = 2 ** 21;
/** The upper bound of keys. */
export const KEYS = 2 ** 31;

/**
 * The indexes from position `from` to before `to` in the order of their keys, equal keys in index order. It selects the
 * first few of many without sorting all.
 * @param keyOf an integer from 0 to below `KEYS`
 */
export function leastPlaces(
  places: Int32Array,
  keyOf: (place: number) => number,
  { from, to }: { readonly from: number; readonly to: number },
): number[] {
  const end = Math.min(to, places.length);
  const ranked = end <= PICKED ? picked(places, keyOf, end) : sorted(places, keyOf);
  return Array.from(ranked.subarray(from, Math.max(from, end)), (packed) => packed % PLACES);
}

function sorted(places: Int32Array, keyOf: (place: number) => number): Float64Array {
  const packed = new Float64Array(places.length);
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index] ?? 0;
    packed[index] = keyOf(place) * PLACES + place;
  }
  return packed.sort();
}

/** Keeps the smallest so far in a max-heap; a single comparison rejects nearly all others. */
function picked(places: Int32Array, keyOf: (place: number) => number, limit: number): Float64Array {
  const heap = new Float64Array(limit);
  let size = 0;
  for (let index = 0; index < places.length && limit > 0; index += 1) {
    const place = places[index] ?? 0;
    const packed = keyOf(place) * PLACES + place;
    if (size < limit) {
      size += 1;
      rise(heap, size - 1, packed);
    } else if (packed < (heap[0] ?? 0)) {
      sink(heap, size, packed);
    }
  }
  return heap.subarray(0, size).sort();
}

function rise(heap: Float64Array, from: number, packed: number): void {
  let at = from;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent] ?? 0;
    if (above >= packed) {
      break;
    }
    heap[at] = above;
    at = parent;
  }
  heap[at] = packed;
}

function sink(heap: Float64Array, size: number, packed: number): void {
  let at = 0;
  for (let child = 1; child < size; child = 2 * at + 1) {
    const right = child + 1;
    if (right < size && (heap[right] ?? 0) > (heap[child] ?? 0)) {
      child = right;
    }
    const below = heap[child] ?? 0;
    if (below <= packed) {
      break;
    }
    heap[at] = below;
    at = child;
  }
  heap[at] = packed;
}
