import { describe, expect, it } from 'vitest'
import type { OneTimeValue } from '@/lib/core/shared/ports/store-types'
import { commitOf, sampleEvent, sampleSession, sampleStart, sampleValue } from '@/lib/testing/store-samples'
import { commitItem } from '../rows/commit-item'
import { createGuesses, createOwnMemory, createOwnWrites, type Guesses, type OwnMemory } from './own-memory'

/** A fake storage with one value. It records each read and calls `meanwhile` before it answers. */
function storageOf(value: OneTimeValue, meanwhile: () => void = () => undefined) {
  const asked: string[] = []
  const storage: Parameters<OwnMemory['reads']>[0] = {
    session: async () => null,
    events: async () => [],
    oneTimeValue: async (_kind, digest) => {
      asked.push(digest)
      meanwhile()
      return value
    },
  }
  return { asked, storage }
}

/** A memory that has a state and, after wrong guesses, assumes no value of this kind to be new. */
function memoryWithoutGuesses(kind: OneTimeValue['kind']): OwnMemory {
  const memory = createOwnMemory()
  memory.onState('first', true)
  for (let count = 0; count < 5; count++) memory.written({} as never, { status: 'lost', alreadyStored: [kind] })
  return memory
}

const readTwice = async (
  memory: OwnMemory,
  { kind, digest }: OneTimeValue,
  storage: Parameters<OwnMemory['reads']>[0],
) => {
  for (let count = 0; count < 2; count++) await memory.reads(storage).oneTimeValue(kind, digest)
}

describe('a value that was read', () => {
  const value = sampleValue({ kind: 'credential_instance' })

  it('is not read again', async () => {
    const memory = memoryWithoutGuesses(value.kind)
    const { asked, storage } = storageOf(value)
    await readTwice(memory, value, storage)
    expect(asked).toHaveLength(1)
  })

  it('is read again where it may be used up or revoked', async () => {
    const code = sampleValue({ kind: 'authorization_code' })
    const memory = memoryWithoutGuesses(code.kind)
    const { asked, storage } = storageOf(code)
    await readTwice(memory, code, storage)
    expect(asked).toHaveLength(2)
  })

  it('is read again when another process wrote while it was read', async () => {
    const memory = memoryWithoutGuesses(value.kind)
    let hasWritten = false
    const { asked, storage } = storageOf(value, () => {
      if (!hasWritten) memory.onState('second', false)
      hasWritten = true
    })
    // The memory skips one read after that; from then on it would answer if it had kept the value.
    await readTwice(memory, value, storage)
    await readTwice(memory, value, storage)
    expect(asked).toHaveLength(3)
  })
})

const pauseOf = (guesses: Guesses): number => {
  let questions = 0
  while (!guesses.mayGuess()) questions++
  return questions
}

describe('guessing', () => {
  it('continues as long as nothing was wrong', () => {
    const guesses = createGuesses()
    for (let count = 0; count < 5; count++) {
      expect(guesses.mayGuess()).toBe(true)
      guesses.right()
    }
  })

  it('pauses after a wrong guess, longer after each further one, and never for ever', () => {
    const guesses = createGuesses()
    const pauses = Array.from({ length: 14 }, () => {
      guesses.wrong()
      return pauseOf(guesses)
    })
    expect(pauses.slice(0, 4)).toEqual([1, 2, 4, 8])
    expect(pauses.slice(-2)).toEqual([1024, 1024])
  })

  it('is trusted again after as many right guesses', () => {
    const guesses = createGuesses()
    guesses.wrong()
    guesses.wrong()
    pauseOf(guesses)
    for (let count = 0; count < 3; count++) guesses.right()
    guesses.wrong()
    expect(pauseOf(guesses)).toBe(1)
  })
})

describe('what this process wrote is remembered within a bound', () => {
  it('of many flows the last thousand or so, and no more', () => {
    const own = createOwnWrites()
    let seq = 0
    const flows = Array.from({ length: 6000 }, () => {
      const session = sampleSession()
      const value = sampleValue()
      const events = [sampleEvent({ sessionId: session.sessionId })]
      const effects = [{ type: 'grant' as const, value }]
      own.written(commitItem(commitOf({ session, events, effects }), sampleStart, () => ++seq))
      return { session, value }
    })
    const sessions = flows.filter(({ session }) => own.session(session.sessionId) !== undefined)
    const values = flows.filter(({ value }) => own.value(value.kind, value.digest) !== undefined)
    // The newest sessions, without a gap.
    expect(sessions).toEqual(flows.slice(-sessions.length))
    expect(values).toEqual(flows.slice(-values.length))
    expect(sessions.length).toBeGreaterThan(500)
    expect(sessions.length).toBeLessThan(4000)
    expect(values.length).toBe(5000)
  })

  it('as storage would return it, and nobody who reads it can change it for the next reader', () => {
    const own = createOwnWrites()
    const session = sampleSession()
    const value = sampleValue()
    const event = sampleEvent({ sessionId: session.sessionId, detail: { list: [{ a: 1 }] } })
    let seq = 0
    const commit = commitOf({ session, events: [event], effects: [{ type: 'grant' as const, value }] })
    own.written(commitItem(commit, sampleStart, () => ++seq))
    const read = () => [
      own.session(session.sessionId),
      own.events(session.sessionId),
      own.value(value.kind, value.digest),
    ]
    expect(read()).toEqual([session, [event], value])
    const detail = own.events(session.sessionId)?.[0]?.detail ?? {}
    expect(() => Object.assign(Array.isArray(detail.list) ? detail.list : {}, { 0: 2 })).toThrow(TypeError)
    expect(() => Object.assign(own.session(session.sessionId)?.options ?? {}, { changed: true })).toThrow(TypeError)
    own.events(session.sessionId)?.splice(0)
    expect(read()).toEqual([session, [event], value])
  })
})
