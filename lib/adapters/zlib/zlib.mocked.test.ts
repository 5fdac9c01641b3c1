import * as zlibOfNode from 'node:zlib'
import { expect, it, vi } from 'vitest'
import { zlib } from './zlib'

vi.mock('node:zlib', { spy: true })

it('compresses the same bytes once, and nobody can spoil what is kept of them', async () => {
  const list = new Uint8Array(16_384).fill(7, 100, 900)
  const first = zlib.deflate(list)
  first.fill(0)
  const again = zlib.deflate(list.slice())
  expect(vi.mocked(zlibOfNode.deflateSync)).toHaveBeenCalledTimes(1)
  expect(await zlib.inflate(again, 16_384)).toEqual(list)
  list[0] = 1
  expect(await zlib.inflate(zlib.deflate(list), 16_384)).toEqual(list)
  expect(await zlib.inflate(again, 16_383)).toBeNull()
})
