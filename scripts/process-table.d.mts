export declare function commandLine(pid: number): string | undefined
export declare function startToken(pid: number): string
