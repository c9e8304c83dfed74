// The page that shows a studio in a panel. Nothing here knows VS Code.

/** Finds the address in what `gamedsl studio` prints; undefined: it is not there yet. */
export function findAddress(output: string): string | undefined {
  return /is at (http:\/\/127\.0\.0\.1:\d+\/[\w-]+\/)\s/.exec(output)?.[1];
}

/** The origins of the windows of VS Code in which the studio may be shown. */
export const ORIGINS = ["vscode-webview:", "vscode-file:"];

/** Returns a page that is nothing but a frame with the studio. */
export function framePage(address: string): string {
  const origin = new URL(address).origin;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; frame-src ${origin}; style-src 'unsafe-inline'">
<title>Studio</title>
<style>html, body { height: 100%; margin: 0; padding: 0 } iframe { width: 100%; height: 100%; border: 0; display: block; background: white }</style>
</head>
<body><iframe src="${address}" title="Studio"></iframe></body>
</html>
`;
}
