import { expect, it } from 'vitest'
import { random } from './random'

it('gives as many bytes as asked for, and none of them twice', () => {
  const drawn: string[] = []
  for (const size of Array.from({ length: 400 }, (_, index) => 16 + (index % 49))) {
    const bytes = random(size)
    expect(bytes).toHaveLength(size)
    drawn.push(Buffer.from(bytes).toString('hex').slice(0, 32))
  }
  expect(new Set(drawn).size).toBe(drawn.length)
  expect(drawn).not.toContain('0'.repeat(32))
})

it('gives none', () => {
  expect(random(0)).toHaveLength(0)
})
