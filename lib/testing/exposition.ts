/** A family of series in Prometheus' text format (version 0.0.4). */
export interface Family {
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary'
  readonly help: string
  /** Values by series, e.g. `a_bucket{le="1"}`. */
  readonly series: ReadonlyMap<string, number>
}

const name = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/
const sample = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{(.*)\})? (\S+)( -?\d+)?$/
const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y

/**
 * Reads the text format, and what `promtool check metrics` asks for beyond it: each family has its help and type once, before its series,
 * which stand together; no series comes twice; counters end in `_total`, nothing else does; a histogram has sum, count, and buckets that
 * grow up to `+Inf`, which is the count.
 * @throws Error that names the first line that is wrong
 */
export function readExposition(text: string): ReadonlyMap<string, Family> {
  if (!text.endsWith('\n')) throw new Error('The last line has no end.')
  const families = new Map<string, { help: string; type: Family['type'] | null; series: Map<string, number> }>()
  let current: string | null = null
  for (const line of text.slice(0, -1).split('\n')) {
    const fail = (why: string): never => {
      throw new Error(`${why}: ${line}`)
    }
    if (line === '') continue
    const [, keyword, subject = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (keyword === 'HELP') {
      if (!name.test(subject)) fail('The name is none')
      if (families.has(subject)) fail('The family has been there')
      families.set(subject, { help: rest, type: null, series: new Map() })
      current = subject
      continue
    }
    const family = current === null ? undefined : families.get(current)
    if (keyword === 'TYPE') {
      if (family === undefined || subject !== current || family.type !== null) return fail('The type follows no help')
      if (!['counter', 'gauge', 'histogram', 'summary'].includes(rest)) fail('The type is unknown')
      family.type = rest as Family['type']
      if ((rest === 'counter') !== subject.endsWith('_total')) fail('A counter, and only one, ends in _total')
      continue
    }
    const [, series = '', , labels = '', value = ''] = sample.exec(line) ?? fail('The line is none of the format')
    if (family?.type === undefined || family.type === null) return fail('The series has no type')
    const suffixes = {
      histogram: ['_bucket', '_sum', '_count'],
      summary: ['', '_sum', '_count'],
      counter: [''],
      gauge: [''],
    }
    if (!suffixes[family.type].some((suffix) => series === `${current}${suffix}`))
      fail('The series stands in another family')
    const names: string[] = []
    for (label.lastIndex = 0; label.lastIndex < labels.length; )
      names.push((label.exec(labels) ?? fail('A label is none'))[1] ?? '')
    if (new Set(names).size !== names.length) fail('A label comes twice')
    const key = `${series}{${labels}}`
    if (family.series.has(key)) fail('The series comes twice')
    // Numbers as Go writes them, in any case: prom-client writes "Nan".
    if (!/^(?:nan|[+-]?inf|[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/i.test(value)) fail('The value is no number')
    family.series.set(key, Number(value.replace('Inf', 'Infinity')))
  }
  const read = new Map<string, Family>()
  for (const [family, { type, help, series }] of families) {
    if (type === null) throw new Error(`${family} has no type.`)
    if (type === 'histogram') requireHistogram(family, series)
    read.set(family, { type, help, series })
  }
  return read
}

/** @throws Error where buckets are missing, or do not grow */
function requireHistogram(family: string, series: ReadonlyMap<string, number>): void {
  const last = new Map<string, { bound: number; count: number }>()
  for (const [key, count] of series) {
    const [, bound, labels = ''] = /_bucket\{le="([^"]*)",?(.*)\}$/.exec(key) ?? []
    if (bound === undefined) continue
    const before = last.get(labels) ?? { bound: Number.NEGATIVE_INFINITY, count: 0 }
    const now = { bound: Number(bound.replace('Inf', 'Infinity')), count }
    if (!(now.bound > before.bound) || now.count < before.count) throw new Error(`${key} does not grow.`)
    last.set(labels, now)
  }
  for (const [labels, { bound, count }] of last) {
    if (
      bound !== Number.POSITIVE_INFINITY ||
      series.get(`${family}_count{${labels}}`) !== count ||
      !series.has(`${family}_sum{${labels}}`)
    )
      throw new Error(`${family}{${labels}} has no last bucket that is its count, or no sum.`)
  }
}
