/** Header fields in wire order; a name may occur several times. */
export type HeaderList = [name: string, value: string][]

/** A request exactly as it is sent. A null `body` sends none. */
export interface WireRequest {
  method: string
  url: string
  headers: HeaderList
  body: string | null
}

/** An answer exactly as it was received. */
export interface WireAnswer {
  status: number
  headers: HeaderList
  body: string
  /** The body before it was read as UTF-8; a client for texts alone leaves it out. */
  bytes?: Uint8Array
}

/** Sends one request and follows no redirect. Rejects only when no answer came. */
export type SendHttp = (request: WireRequest) => Promise<WireAnswer>

/** All values of a header field; names are case-insensitive (RFC 9110 section 5.1). */
export function headerValues(headers: HeaderList, name: string): string[] {
  const wanted = name.toLowerCase()
  return headers.filter(([given]) => given.toLowerCase() === wanted).map(([, value]) => value)
}

/** The first value of a header field, or null. */
export function headerValue(headers: HeaderList, name: string): string | null {
  return headerValues(headers, name)[0] ?? null
}

/** Replaces all values of that field with one value. */
export function setHeader(headers: HeaderList, name: string, value: string): void {
  removeHeader(headers, name)
  headers.push([name, value])
}

/** Removes all values of that field. */
export function removeHeader(headers: HeaderList, name: string): void {
  const wanted = name.toLowerCase()
  const kept = headers.filter(([given]) => given.toLowerCase() !== wanted)
  headers.splice(0, headers.length, ...kept)
}

/** The media type without its parameters, in lower case; empty when there is none. */
export function mediaType(headers: HeaderList): string {
  return (headerValue(headers, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}
