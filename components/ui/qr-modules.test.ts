import { expect, it } from 'vitest'
import { packModules, unpackModules } from './qr-modules'

it.each([0, 1, 7, 8, 9, 441, 31_329])('keeps each of %i modules', (length) => {
  const modules = Uint8Array.from({ length }, (_, index) => ((index * 7) % 5 < 2 ? 1 : 0))
  const isDark = unpackModules(packModules(modules))
  // Compared as text: comparing thousands of numbers one by one takes a second.
  expect(Array.from(modules, (_, index) => Number(isDark(index))).join('')).toBe(modules.join(''))
  expect(isDark(length + 8)).toBe(false)
})
