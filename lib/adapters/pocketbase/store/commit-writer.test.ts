import { describe, expect, it } from 'vitest'
import { StoreUnavailable } from '@/lib/core/shared/ports/errors'
import { type BatchItem, type BatchReply, createGroupCommit } from './commit-writer'

const item = (text: string): BatchItem => ({ text, repeatable: true })

/** A fake storage that answers one batch at a time, when the test says so. */
function heldStorage() {
  const batches: { items: string[]; answer: (reply: BatchReply<string>) => void; fail: (error: Error) => void }[] = []
  const send = (items: readonly BatchItem[]): Promise<BatchReply<string>> =>
    new Promise((answer, fail) => {
      batches.push({ items: items.map(({ text }) => text), answer, fail })
    })
  const written = (index: number) =>
    batches[index]?.answer({ status: 'written', results: batches[index].items.map((text) => `${text} done`) })
  return { batches, send, written }
}

const limits = { itemsMax: 200, charactersMax: 1000, waitingMax: 500, timeoutMillis: 5000 }
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('group commit', () => {
  it('sends a lone commit at once and collects the rest while it is in flight', async () => {
    const storage = heldStorage()
    const group = createGroupCommit({ ...limits, send: storage.send })
    const results = ['a', 'b', 'c'].map((text) => group.add(item(text)))
    expect(storage.batches.map((batch) => batch.items)).toEqual([['a']])
    storage.written(0)
    await turn()
    expect(storage.batches.map((batch) => batch.items)).toEqual([['a'], ['b', 'c']])
    storage.written(1)
    expect(await Promise.all(results)).toEqual(['a done', 'b done', 'c done'])
    const next = group.add(item('d'))
    storage.written(2)
    expect(await next).toBe('d done')
  })

  it('keeps batches within their bounds, in the order of arrival; an oversized item travels alone', async () => {
    const storage = heldStorage()
    const group = createGroupCommit({ ...limits, itemsMax: 3, charactersMax: 10, send: storage.send })
    const texts = ['first', '1', '2', '3', '4', '5'.repeat(9), '6'.repeat(50), '7']
    const results = texts.map((text) => group.add(item(text)))
    for (let index = 0; index < 5; index++) {
      storage.written(index)
      await turn()
    }
    storage.written(5)
    await Promise.all(results)
    expect(storage.batches.map((batch) => batch.items.map((text) => text.slice(0, 1)))).toEqual([
      ['f'],
      ['1', '2', '3'],
      ['4', '5'],
      ['6'],
      ['7'],
    ])
  })

  it('one item that storage refuses does not fail the others of its batch', async () => {
    const sent: string[][] = []
    const group = createGroupCommit<string>({
      ...limits,
      send: async (items) => {
        sent.push(items.map(({ text }) => text))
        if (items.some(({ text }) => text === 'bad')) return { status: 'refused', reason: 'no' }
        return { status: 'written', results: items.map(({ text }) => text) }
      },
    })
    const results = await Promise.allSettled(['head', 'a', 'bad', 'b'].map((text) => group.add(item(text))))
    expect(sent).toEqual([['head'], ['a', 'bad', 'b'], ['a'], ['bad'], ['b']])
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(results[2]).toMatchObject({ reason: expect.not.objectContaining({ name: 'StoreUnavailable' }) })
  })

  it('a batch that nobody can vouch for fails as a whole, and the next one is sent nevertheless', async () => {
    const storage = heldStorage()
    const group = createGroupCommit({ ...limits, send: storage.send })
    const first = group.add(item('a'))
    const second = group.add(item('b'))
    storage.batches[0]?.fail(new StoreUnavailable('gone'))
    await expect(first).rejects.toBeInstanceOf(StoreUnavailable)
    await turn()
    storage.written(1)
    expect(await second).toBe('b done')
  })

  it('refuses more than may wait, at once', async () => {
    const storage = heldStorage()
    const group = createGroupCommit({ ...limits, waitingMax: 2, send: storage.send })
    const accepted = ['a', 'b', 'c'].map((text) => group.add(item(text)))
    await expect(group.add(item('d'))).rejects.toBeInstanceOf(StoreUnavailable)
    storage.written(0)
    await turn()
    storage.written(1)
    expect(await Promise.all(accepted)).toHaveLength(3)
  })

  it('whoever waits too long gets StoreUnavailable, and is not written afterwards if it was not sent yet', async () => {
    const storage = heldStorage()
    const group = createGroupCommit({ ...limits, timeoutMillis: 30, send: storage.send })
    const results = await Promise.allSettled(['a', 'b'].map((text) => group.add(item(text))))
    for (const result of results) expect(result).toMatchObject({ reason: { name: 'StoreUnavailable' } })
    const late = group.add(item('c'))
    storage.written(0)
    await turn()
    expect(storage.batches[1]?.items).toEqual(['c'])
    storage.written(1)
    expect(await late).toBe('c done')
  })

  it('closing waits for what is on its way and refuses what comes later', async () => {
    const storage = heldStorage()
    const group = createGroupCommit({ ...limits, send: storage.send })
    const accepted = ['a', 'b'].map((text) => group.add(item(text)))
    let closed = false
    const closing = group.close().then(() => {
      closed = true
    })
    await expect(group.add(item('c'))).rejects.toBeInstanceOf(StoreUnavailable)
    storage.written(0)
    await turn()
    expect(closed).toBe(false)
    storage.written(1)
    await closing
    expect(await Promise.all(accepted)).toHaveLength(2)
  })
})
