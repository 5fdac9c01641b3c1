import { setTimeout as pause } from 'node:timers/promises'
import type { Recording } from '../record/recorder'

/** Readings that are stable only after a period of silence. */
export interface Later {
  /** Reads again after `seconds`, then writes the file. */
  add(recording: Recording, seconds: number, read: () => Promise<void>): void
  /** Waits for all of them. */
  finish(): Promise<void>
}

export function createLater(): Later {
  const waiting: { at: number; recording: Recording; read: () => Promise<void> }[] = []
  return {
    add: (recording, seconds, read) => void waiting.push({ at: Date.now() + seconds * 1000, recording, read }),
    async finish() {
      for (const { at, recording, read } of waiting.splice(0)) {
        await pause(Math.max(0, at - Date.now()))
        recording.note('later')
        await read()
        recording.write()
      }
    },
  }
}
