/** What a message means for those who take part: who works, who waits for whom, who is done. */
@NullMarked
package dev.parley.run.conduct;

import org.jspecify.annotations.NullMarked;
