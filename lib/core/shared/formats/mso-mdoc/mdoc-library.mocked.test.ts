import { describe, expect, it } from 'vitest'
import { z } from 'zod'

/** Isolated: it observes the effect of loading a module that other files have already loaded. */
const schema = z.object({ name: z.string(), kind: z.enum(['a', 'b']), count: z.int().min(1) })

/** The zod messages for a value with every member wrong. */
const sentences = () => schema.safeParse({ name: 5, kind: 'c', count: 0 }).error?.issues.map(({ message }) => message)

describe('the texts of our own validation', () => {
  it('are the same before and after the mdoc library was loaded', async () => {
    const before = sentences()
    expect(before).toEqual([
      'Invalid input: expected string, received number',
      'Invalid option: expected one of "a"|"b"',
      'Too small: expected number to be >=1',
    ])
    await import('./mdoc-library')
    expect(sentences()).toEqual(before)
  })

  it('are the same however often it is loaded, and wherever from', async () => {
    await import('@owf/mdoc')
    await import('./mso-mdoc')
    expect(sentences()?.[0]).toBe('Invalid input: expected string, received number')
    expect(z.config().customError).toBeUndefined()
  })
})
