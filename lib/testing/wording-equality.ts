import { expect } from 'vitest'
import { isWording } from '@/lib/core/shared/values/wording'

/**
 * Makes a Wording equal its text, so that tests of checks read like findings. Who wrote which part has tests of its
 * own.
 */
expect.addEqualityTesters([
  (one, other) => {
    if (isWording(one) && typeof other === 'string') return one.toString() === other
    if (isWording(other) && typeof one === 'string') return other.toString() === one
    return undefined
  },
])
