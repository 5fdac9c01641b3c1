import { expect, it } from 'vitest'
import type { Exchange } from '../../shared/http/exchange'
import { prefers } from './preferences'

const strict = (...values: readonly string[]): boolean =>
  prefers({ headers: values.map((value) => ['Prefer', value] as const) } as unknown as Exchange, 'handling=strict')

it.each([
  [['handling=strict']],
  [['wait=10, Handling = "strict"; foo="a, b"']],
  [['respond-async', 'return=representation,handling=strict']],
  [['wait="a\\"b, c", handling=strict']],
  // A text without its end hides what stands before it from nobody.
  [['handling=strict, wait="a']],
])('a request prefers strictness: %s', (values) => {
  expect(strict(...values)).toBe(true)
})

it.each([
  [[]],
  [['']],
  [['handling=lenient']],
  [['handling=strictly']],
  [['wait="a, handling=strict"']],
  [['wait="a\\", handling=strict, b"']],
])('a request prefers no strictness: %s', (values) => {
  expect(strict(...values)).toBe(false)
})
