export interface RunChild {
  name: string
  pid: number
  marker: string
}
export interface RunFile {
  pid: number
  token: string
  url: string
  children: RunChild[]
}
export interface ProcessTable {
  commandLine: (pid: number) => string | undefined
  startToken: (pid: number) => string
}
export declare function supervisorRuns(run: RunFile, table?: ProcessTable): boolean
export declare function survivors(run: RunFile, table?: ProcessTable): RunChild[]
export declare function parseRunFile(text: string): RunFile | undefined
export declare function takeRunFile(options: {
  file: string
  url: string
  say: (line: string) => void
}): Promise<{ update: (children: RunChild[]) => void; release: () => void }>
