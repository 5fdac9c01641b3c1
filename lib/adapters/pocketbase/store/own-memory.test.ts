import { describe, expect, it } from 'vitest'
import type { OneTimeValue } from '@/lib/core/ground/ports/store-types'
import { sampleValue } from '@/lib/testing/store-samples'
import { createOwnMemory, type OwnMemory } from './own-memory'

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
