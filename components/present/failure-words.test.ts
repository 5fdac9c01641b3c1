import { expect, it } from 'vitest'
import { failureWords } from './ask-wallet'

it('tells what a person can know of a rejected call, and no more than the browser says', () => {
  expect(failureWords('NotAllowedError')).toBe('Nothing was shared. You or the wallet declined, or no wallet fits.')
  expect(failureWords('AbortError')).toBe('You stopped asking.')
  for (const name of ['TypeError', 'SecurityError', 'InvalidStateError', 'OperationError'])
    expect(failureWords(name)).toMatch(new RegExp(`^${name}: the [a-z ,]+\\.$`))
  expect(failureWords('constructor')).toBe('constructor: the browser says no more than this name.')
})
