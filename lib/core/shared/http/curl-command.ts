export interface CurlRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** `null` for a request without a body. */
  readonly body: string | null
}

/** Inside single quotes, the shell interprets only the single quote. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Characters that no shell interprets; anything else is quoted. */
const harmless = /^[A-Za-z0-9_./:=,@%+-]+$/
const word = (text: string): string => (harmless.test(text) && !text.startsWith('-') ? text : quote(text))

/**
 * Returns the shell command that sends a request, one option a line. Every text is quoted, and a body is sent as it is:
 * `--data-raw`, unlike `-d`, never reads a file that a body happens to name.
 */
export const curlCommand = ({ method, url, headers, body }: CurlRequest): string =>
  [
    `curl -X ${word(method)} ${word(url)}`,
    // A field with an empty value ends in a semicolon, or curl leaves it out.
    ...headers.map(([name, value]) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${quote(body)}`]),
  ].join(' \\\n  ')
