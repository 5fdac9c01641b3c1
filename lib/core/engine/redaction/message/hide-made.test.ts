import { expect, it } from 'vitest'
import { hideMadeInSteps, madeSearch } from './hide-made'

const stepsOf = (value: Parameters<typeof hideMadeInSteps>[0]): number => {
  const work = hideMadeInSteps(
    value,
    madeSearch(() => []),
  )
  let steps = 0
  while (!work.next().done) steps += 1
  return steps
}

it.each([
  ['texts', Array.from({ length: 10_000 }, (_, index) => `${index} of a text that is searched`.repeat(3))],
  ['names', Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`${index} of a name`.repeat(8), index]))],
])('the search for what the service made pauses between %s, whatever stands beside them', (_name, value) => {
  const searched = JSON.stringify(value).length
  expect(stepsOf(value)).toBeGreaterThan(searched / (128 * 1024))
})
