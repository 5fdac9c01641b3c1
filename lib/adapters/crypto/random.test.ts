import { expect, it } from 'vitest'
import { random } from './random'

it('gives as many bytes as asked for, and none of them twice', () => {
  const drawn: string[] = []
  // More than the pool holds, in sizes that do not fill it evenly.
  for (const size of Array.from({ length: 400 }, (_, index) => 16 + (index % 49))) {
    const bytes = random(size)
    expect(bytes).toHaveLength(size)
    drawn.push(Buffer.from(bytes).toString('hex').slice(0, 32))
  }
  expect(new Set(drawn).size).toBe(drawn.length)
  expect(drawn).not.toContain('0'.repeat(32))
})

it('gives none, and more than are kept ready', () => {
  expect(random(0)).toHaveLength(0)
  const [one, two] = [random(5000), random(5000)]
  expect(one).toHaveLength(5000)
  expect(Buffer.from(one).equals(two)).toBe(false)
})

it('gives bytes that later ones leave as they are', () => {
  const first = random(16)
  const before = Buffer.from(first).toString('hex')
  for (let count = 0; count < 600; count++) random(16).fill(0)
  expect(Buffer.from(first).toString('hex')).toBe(before)
})
