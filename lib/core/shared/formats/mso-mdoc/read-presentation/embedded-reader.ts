import type { CborItem, CborRead } from '../../../cbor/cbor-item'
import { type CborBudget, type CborError, type CborReading, readCbor } from '../../../cbor/read-cbor'
import type { CborFacts } from './mso-mdoc-reading'

/**
 * Reads CBOR inside a byte string; `null` if there is none. `part` names it in a finding. From `valueDepth` on, items
 * count as value items.
 */
export type EmbeddedReader = (bytes: Uint8Array, part: string, valueDepth?: number) => CborItem | null

/**
 * Reads the CBOR of one presentation with everything embedded in it, and collects all errors. Uses the budget of the
 * whole response.
 */
export class CborCollector {
  private error: Pick<CborFacts, 'error' | 'part'> = { error: null, part: null }
  private trailing = 0
  private duplicates = 0
  private root: CborItem | null = null
  private readonly parts = new Map<Uint8Array, CborItem | null>()

  constructor(private readonly budget: CborBudget) {}

  /** The outermost item; `null` if it cannot be read. */
  whole(bytes: Uint8Array): CborItem | null {
    this.root = this.take(readCbor(bytes, this.budget), null)
    return this.root
  }

  readonly embedded: EmbeddedReader = (bytes, part, valueDepth) => {
    const item = this.take(readCbor(bytes, this.budget, valueDepth), part)
    this.parts.set(bytes, item)
    return item
  }

  /** Records an error found before reading. */
  refuse(error: CborError): void {
    this.error = { error, part: null }
  }

  facts(): CborFacts {
    return { ...this.error, trailing: this.trailing, duplicates: this.duplicates }
  }

  /** Everything read so far. */
  read(): CborRead {
    return { root: this.root, embedded: this.parts }
  }

  private take(reading: CborReading, part: string | null): CborItem | null {
    if (!reading.ok) {
      if (this.error.error === null) this.error = { error: reading.error, part }
      return null
    }
    this.trailing += reading.trailing
    this.duplicates += reading.duplicates
    return reading.item
  }
}
