import type { JsonObject } from '@/lib/core/shared/values/json'
import type { NamedBody } from '../contract-entry'

/** The part of OpenAPI 3.1.0 that our document uses. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: JsonObject
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonObject>>
    readonly securitySchemes: JsonObject
  }
}

/** Lower-case method → operation. */
export type PathItem = Readonly<Record<string, Operation>>

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly 'x-extension'?: true
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  /** Responses by status. */
  readonly responses: Readonly<Record<string, ResponseObject>>
  readonly security?: readonly JsonObject[]
  /** The scope that a key of an organisation needs. */
  readonly 'x-scope'?: string
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: JsonObject
  readonly 'x-extension'?: true
}

export interface ResponseObject {
  readonly description: string
  readonly headers?: Readonly<Record<string, ResponseHeader>>
  readonly content?: Content
}

interface ResponseHeader {
  readonly description: string
  /** Absent if a response may come without it. */
  readonly required?: true
  readonly schema: JsonObject
}

/** Media type → schema, with bodies by name. */
export type Content = Readonly<
  Record<string, { readonly schema: JsonObject; readonly examples?: Readonly<Record<string, NamedBody>> }>
>
