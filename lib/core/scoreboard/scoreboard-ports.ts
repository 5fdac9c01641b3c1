import type { Ports } from '../shared/ports/ports'
import type { CardDrawing } from './artifacts/cards'
import type { EntityStore, OrganizationStore } from './entities/entity-store'
import type { OrganizationKeys } from './organization-keys'
import type { PipelineRunner } from './pipelines/pipeline-runner'
import type { PipelineStore } from './pipelines/pipeline-store'
import type { PipelineCatalogue } from './pipelines/read-definition'
import type { Sealing } from './pipelines/sealed-definition'
import type { CompactScoreboard } from './rows/compact-scoreboard'
import type { AggregationScheduler } from './scheduler'
import type { ScoreboardStore } from './scoreboard-store'

/** One part of a form. RFC 7578 section 4 */
export interface FormPart {
  readonly name: string
  readonly bytes: Uint8Array
}

/** A file as a visitor without a token gets it. */
export interface PublicFile {
  /** 200, 206, 416, or 404 for a missing or hidden file. */
  readonly status: number
  readonly bytes: number
  readonly contentRange: string | null
  readonly chunks: AsyncIterable<Uint8Array>
}

/** All public rows at one moment. */
export interface ScoreboardSnapshot {
  readonly document: CompactScoreboard
  /** The document as JSON, in each content coding. */
  readonly packed: Readonly<Record<'identity' | 'gzip' | 'br', Uint8Array>>
  /** Changes if and only if the document changes. */
  readonly etag: string
}

/** What the scoreboard's endpoints need in addition to the common ports. */
export interface ScoreboardPorts {
  readonly store: ScoreboardStore
  readonly scheduler: AggregationScheduler
  readonly pipelines: PipelineStore
  readonly organizations: OrganizationStore
  readonly entities: EntityStore
  readonly runner: PipelineRunner
  readonly organizationKeys: OrganizationKeys
  /** What pipeline definitions may name in this version of the service. */
  readonly catalogue: PipelineCatalogue
  readonly cards: CardDrawing
  /** The current rows: reflects everything hidden or committed before the call. Throws StoreUnavailable. */
  readonly snapshot: () => Promise<ScoreboardSnapshot>
  /** Decompresses gzip, up to `bytesMax` bytes. */
  readonly gunzip: (bytes: Uint8Array, bytesMax: number) => Uint8Array | 'too_large' | 'malformed'
  /**
   * Parses a form; `null` if it is malformed or has more than `partsMax` parts. `contentType` contains its boundary.
   */
  readonly readMultipart: (
    bytes: Uint8Array,
    contentType: string,
    partsMax: number,
  ) => Promise<readonly FormPart[] | null>
  /**
   * Opens a file of a record like a visitor without a token. `thumb`: a size that the collection offers; `range`: a
   * Range header. The caller must consume or close the chunks. Throws StoreUnavailable.
   */
  readonly openPublicFile: (file: {
    readonly collection: string
    readonly id: string
    readonly name: string
    readonly thumb: string | null
    readonly range: string | null
  }) => Promise<PublicFile>
  /**
   * Reads the public records like a visitor without a token. `path` starts with the collection. Throws
   * StoreUnavailable.
   */
  readonly readPublic: (
    path: string,
    query: string | null,
  ) => Promise<{ readonly status: number; readonly body: string }>
  /**
   * Reads the same records completely, including private ones and hidden members: only for the admin key. Throws
   * StoreUnavailable.
   */
  readonly readWhole: ScoreboardPorts['readPublic']
}

/** The ports of the whole service. */
export interface ServicePorts extends Ports {
  readonly scoreboard: ScoreboardPorts
  /** Seals secrets in pipeline definitions. */
  readonly sealing: Sealing
}
