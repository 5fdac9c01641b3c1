import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { epochMillis } from '@/lib/core/shared/time/time'
import { createDiskFloor, freeBytesOf } from './disk-floor'

const mib = 1024 * 1024

function world(floorMib: number) {
  const disk = { free: (2 * mib) as number | Error, looks: 0, failures: 0, at: 1_700_000_000_000 }
  const floor = createDiskFloor(floorMib, {
    now: () => epochMillis(disk.at),
    freeBytes: async () => {
      disk.looks++
      if (disk.free instanceof Error) throw disk.free
      return disk.free
    },
    onFailure: () => disk.failures++,
  })
  return { disk, isLow: floor.isLow }
}

describe('the floor of the disk', () => {
  it('is reached with the first byte below it', async () => {
    const { disk, isLow } = world(2)
    expect(await isLow()).toBe(false)
    disk.free = 2 * mib - 1
    disk.at += 5000
    expect(await isLow()).toBe(true)
  })

  it('is looked at once in five seconds, by however many requests at once', async () => {
    const { disk, isLow } = world(2)
    await Promise.all(Array.from({ length: 100 }, isLow))
    disk.at += 4999
    await isLow()
    expect(disk.looks).toBe(1)
    disk.at += 1
    await isLow()
    expect(disk.looks).toBe(2)
  })

  it('is not reached while nobody can look, and the failure is told once', async () => {
    const { disk, isLow } = world(2)
    disk.free = new Error('no such device')
    for (let count = 0; count < 3; count++) {
      expect(await isLow()).toBe(false)
      disk.at += 5000
    }
    expect([disk.looks, disk.failures]).toEqual([3, 1])
    disk.free = 0
    expect(await isLow()).toBe(true)
  })

  it('is not looked at with 0', async () => {
    const { disk, isLow } = world(0)
    disk.free = 0
    expect([await isLow(), disk.looks]).toEqual([false, 0])
  })

  it('is measured on the file system of a directory', async () => {
    expect(await freeBytesOf(tmpdir())()).toBeGreaterThan(0)
    await expect(freeBytesOf('/nowhere/at/all')()).rejects.toThrow('ENOENT')
  })
})
