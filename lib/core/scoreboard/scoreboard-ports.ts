import type { Ports } from '../ground/ports/ports'
import type { DrawEvidenceCard } from './artifacts/evidence-card'
import type { DrawPipelineCard } from './artifacts/pipeline-card'
import type { CompactScoreboard } from './rows/compact-scoreboard'
import type { AggregationScheduler } from './scheduler'
import type { ScoreboardStore } from './scoreboard-store'

/** One part of a form. RFC 7578 section 4 */
export interface FormPart {
  readonly name: string
  readonly bytes: Uint8Array
}

/** A file as a visitor without a token reads it. */
export interface PublicFile {
  /** 200, 206, 416, or 404 for what there is not or may not be seen. */
  readonly status: number
  readonly bytes: number
  readonly contentRange: string | null
  readonly chunks: AsyncIterable<Uint8Array>
}

/** All public rows at one moment. */
export interface ScoreboardSnapshot {
  readonly document: CompactScoreboard
  /** The document as JSON, packed in each of the ways that clients take. */
  readonly packed: Readonly<Record<'identity' | 'gzip' | 'br', Uint8Array>>
  /** Changes if and only if the document changes. */
  readonly etag: string
}

/** What the scoreboard's endpoints need beside the common ports. */
export interface ScoreboardPorts {
  readonly store: ScoreboardStore
  readonly scheduler: AggregationScheduler
  readonly drawEvidenceCard: DrawEvidenceCard
  readonly drawPipelineCard: DrawPipelineCard
  /** The rows as they are now: nothing that was hidden or committed before the call is missed. Throws StoreUnavailable. */
  readonly snapshot: () => Promise<ScoreboardSnapshot>
  /** Unpacks gzip, at most `bytesMax` bytes of it. */
  readonly gunzip: (bytes: Uint8Array, bytesMax: number) => Uint8Array | 'too_large' | 'malformed'
  /** Takes a form apart; `null` for what is none, or has more than `partsMax` parts. `contentType` holds its boundary. */
  readonly readMultipart: (
    bytes: Uint8Array,
    contentType: string,
    partsMax: number,
  ) => Promise<readonly FormPart[] | null>
  /**
   * Opens a file of a record as a visitor without any token does. `thumb`: a size that the collection offers; `range`: a
   * Range header. Whoever opens one reads or ends its chunks. Throws StoreUnavailable.
   */
  readonly openPublicFile: (file: {
    readonly collection: string
    readonly id: string
    readonly name: string
    readonly thumb: string | null
    readonly range: string | null
  }) => Promise<PublicFile>
  /**
   * Reads the public records as a visitor without any token does. `path` begins with the collection. Throws
   * StoreUnavailable.
   */
  readonly readPublic: (
    path: string,
    query: string | null,
  ) => Promise<{ readonly status: number; readonly body: string }>
}

/** The ports of the whole service. */
export interface ServicePorts extends Ports {
  readonly scoreboard: ScoreboardPorts
}
