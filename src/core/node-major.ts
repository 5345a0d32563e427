const [major = 0] = process.versions.node.split('.').map(Number);

/** The major version of the Node.js that runs the program: what V8 can be told depends on it. */
export const NODE_MAJOR = major;
